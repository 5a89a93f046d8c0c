"""The book's Sphinx extension: the site serves its own assets and knows its repository."""

import re
import shutil
from pathlib import Path

import live_assets
from sphinx.errors import ExtensionError

ROOT = Path(__file__).resolve().parents[2]
MODULES = ROOT / "node_modules"
SERIF = MODULES / "@fontsource-variable/source-serif-4"
WIDGETS = ROOT / "bothends/widgets"
MATHJAX = MODULES / "mathjax"
MATHJAX_FILES = [
    "startup.js",
    "core.js",
    "input/tex.js",
    "output/chtml.js",
    "output/chtml/fonts/tex.js",
    "output/chtml/fonts/woff-v2/*.woff",
    "a11y/assistive-mml.js",
]

# The repositories that each launcher can fetch.
FETCHES = {
    "binderhub_url": r"https://(github|gitlab)\.com/[^/]+/[^/]+",
    "colab_url": r"https://github\.com/[^/]+/[^/]+",
    "jupyterhub_url": r".+",
}

# What axe-core finds wrong in the markup of myst-nb and docutils, and what is right:
# a label that differs from the text, a role of old, and a header cell with nothing in it.
MENDED = {
    '<summary aria-label="Toggle hidden content">': "<summary>",
    'role="doc-biblioentry"': 'role="listitem"',
    '<th class="head"><p></p></th>': "<td></td>",
}

# A browser may break a line on either side of a formula, even before a full stop.
TOUCHED = re.compile(
    r'([(\[\u201c\u2018]*)(<span class="math [^>]*>[^<]*</span>)([)\]\u201d\u2019.,;:?!]*)'
)


def assets() -> dict[Path, str]:
    """Return each file to copy, and its place under the site's `_static`."""
    math = (file for name in MATHJAX_FILES for file in (MATHJAX / "es5").glob(name))
    text = (SERIF / "files").glob("source-serif-4-latin-wght-*.woff2")
    widgets = (*WIDGETS.glob("*.mjs"), *WIDGETS.glob("*.css"))
    return {
        MATHJAX / "LICENSE": "mathjax/LICENSE",
        SERIF / "LICENSE": "fonts/LICENSE",
        **{file: f"mathjax/{file.relative_to(MATHJAX / 'es5').as_posix()}" for file in math},
        **{file: f"fonts/{file.name}" for file in text},
        **{file: f"widgets/{file.name}" for file in widgets},
    }


def check_assets(app) -> None:
    """Stop before anything is built if npm has not installed what the site serves."""
    for folder in (MATHJAX, SERIF, *live_assets.PACKAGES):
        if app.builder.name == "html" and not folder.is_dir():
            raise ExtensionError(f"{folder.relative_to(ROOT)} is missing: run make setup first")


def copy_assets(app, error: Exception | None) -> None:
    """Copy the assets once the pages are written."""
    if error or app.builder.name != "html":
        return
    for source, name in assets().items():
        target = Path(app.outdir) / "_static" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def offer_repository(app, config) -> None:
    """Show the repository, issue and launch buttons if, and only if, the repository has a URL.

    Then the tag `launch` is set, too, for sentences that need the buttons. An edition has none.
    """
    options = config.html_theme_options
    url = options.get("repository_url", "").rstrip("/").removesuffix(".git")
    options["repository_url"] = url
    known = bool(url) and "edition" not in app.tags
    options.update(use_repository_button=known, use_issues_button=known)
    launchers = options["launch_buttons"]
    for name, repositories in FETCHES.items():
        if not known or not re.fullmatch(repositories, url):
            launchers[name] = ""
    if any(launchers.get(name) for name in FETCHES):
        app.tags.add("launch")


def plain_menus(app, page, template, context, doctree) -> None:
    """Leave words in the theme's menus: logos need words too, and a tooltip repeats them."""
    for menu in context.get("header_buttons", []):
        if menu.get("label") == "launch-buttons":
            menu["tooltip"] = "Open this notebook elsewhere"
        for button in menu.get("buttons", []):
            button.update(icon=None, tooltip=None)


def mend_markup(app, page, template, context, doctree) -> None:
    """Give a page's elements the names and roles that screen readers need, and keep marks."""
    body = context.get("body", "")
    for wrong, right in MENDED.items():
        body = body.replace(wrong, right)
    context["body"] = TOUCHED.sub(keep, body)


def keep(formula: re.Match) -> str:
    """Keep the marks that touch a formula on its line."""
    return f'<span class="kept">{formula[0]}</span>' if formula[1] or formula[3] else formula[0]


def setup(app) -> dict:
    """Register the extension, and those beside it."""
    app.setup_extension("clinic_page")
    app.setup_extension("exercise_pages")
    app.setup_extension("live_exercises")
    app.setup_extension("widget_pages")
    for name in ("edition_pages",) if app.tags.has("edition") else ("address", "cards", "offline"):
        app.setup_extension(name)
    app.connect("config-inited", offer_repository)
    app.connect("builder-inited", check_assets)
    app.connect("html-page-context", mend_markup)
    app.connect("html-page-context", plain_menus, priority=900)
    app.connect("build-finished", copy_assets)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
