"""What pages are served from, all by the site itself: MathJax, the font, widgets and Python."""

import shutil
from pathlib import Path

from sphinx.errors import ExtensionError

from bookbuild.paths import NODE_MODULES, PACKAGE, SERIF
from bookbuild.site.live_assets import LIVE, PYODIDE, PYODIDE_FILES

MATHJAX = NODE_MODULES / "mathjax"
MATHJAX_FILES = (
    "startup.js",
    "core.js",
    "input/tex.js",
    "output/chtml.js",
    "output/chtml/fonts/tex.js",
    "output/chtml/fonts/woff-v2/*.woff",
    "a11y/assistive-mml.js",
)
# Where files are, under which folder of the site's `_static` they go, and which they are.
COPIED = (
    (MATHJAX, "mathjax", ("LICENSE",)),
    (MATHJAX / "es5", "mathjax", MATHJAX_FILES),
    (SERIF, "fonts", ("LICENSE",)),
    (SERIF / "files", "fonts", ("source-serif-4-latin-wght-*.woff2",)),
    (PACKAGE / "widgets", "widgets", ("*.mjs", "*.css")),
    (PYODIDE, "pyodide", PYODIDE_FILES),
    (LIVE / "pyodide", "pyodide", ("*",)),
    (LIVE, "live", ("*.mjs", "*.css")),
)
# What a page loads if its text has the mark, and no other page does.
EXTRAS = {
    "<book-widget": ("widgets/widgets.css", "widgets/book-widget.mjs"),
    "<live-exercise": (
        "widgets/widgets.css",
        "live/live.css",
        "live/exercise.mjs",
        "live/desk.mjs",
    ),
    'id="the-clinic"': ("clinic.css", "clinic.mjs"),
}


def assets() -> dict[Path, str]:
    """Return each file to copy, and its place under the site's `_static`.

    Raises:
        ExtensionError: one is not there.

    """
    found = {}
    for folder, target, patterns in COPIED:
        for pattern in patterns:
            files = sorted(folder.glob(pattern))
            if not files:
                raise ExtensionError(f"{folder / pattern} is missing, which the site serves")
            found |= {file: f"{target}/{file.relative_to(folder).as_posix()}" for file in files}
    return found


def add_extras(app, page: str, template: str, context: dict, doctree) -> None:
    """Load the scripts and styles that a page needs."""
    for mark, files in EXTRAS.items():
        for file in files if mark in context.get("body", "") else ():
            if file.endswith(".css"):
                app.add_css_file(file)
            else:
                app.add_js_file(file, type="module")


def copy_assets(app, error: Exception | None) -> None:
    """Copy the assets once the pages are written."""
    for source, name in assets().items() if error is None else ():
        target = Path(app.outdir) / "_static" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def setup(app) -> None:
    """Load the assets page by page, and copy them last."""
    app.connect("html-page-context", add_extras)
    app.connect("build-finished", copy_assets)
