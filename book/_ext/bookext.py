"""The book's Sphinx extension: browser assets from the site itself, and the repository's buttons."""

import shutil
from pathlib import Path

from sphinx.errors import ExtensionError

ROOT = Path(__file__).resolve().parents[2]
MODULES = ROOT / "node_modules"
MATHJAX = [
    "startup.js",
    "core.js",
    "input/tex.js",
    "output/chtml.js",
    "output/chtml/fonts",
    "a11y/assistive-mml.js",
]
FONTS = ["source-serif-4-latin-wght-normal.woff2", "source-serif-4-latin-wght-italic.woff2"]


def assets() -> dict[Path, str]:
    """Return each file or folder to copy, and its place under the site's `_static`."""
    mathjax = MODULES / "mathjax"
    serif = MODULES / "@fontsource-variable/source-serif-4"
    return {
        mathjax / "LICENSE": "mathjax/LICENSE",
        **{mathjax / "es5" / name: f"mathjax/{name}" for name in MATHJAX},
        serif / "LICENSE": "fonts/LICENSE",
        **{serif / "files" / name: f"fonts/{name}" for name in FONTS},
    }


def check_assets(app) -> None:
    """Stop before anything is built if npm has not installed what the site serves."""
    missing = [source for source in assets() if not source.exists()]
    if app.builder.format == "html" and missing:
        raise ExtensionError(f"{missing[0].relative_to(ROOT)} is missing: run `npm ci` first")


def copy_assets(app, error: Exception | None) -> None:
    """Copy the assets once the pages are written."""
    if error or app.builder.format != "html":
        return
    for source, name in assets().items():
        target = Path(app.outdir) / "_static" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if source.is_dir() else shutil.copyfile
        copy(source, target, **({"dirs_exist_ok": True} if source.is_dir() else {}))


def offer_repository(app, config) -> None:
    """Show the repository, issue and launch buttons if, and only if, the repository has a URL."""
    options = config.html_theme_options
    known = bool(options.get("repository_url"))
    options.update(use_repository_button=known, use_issues_button=known)
    if not known:
        options["launch_buttons"] = {}


def setup(app) -> dict:
    """Register the extension."""
    app.connect("config-inited", offer_repository)
    app.connect("builder-inited", check_assets)
    app.connect("build-finished", copy_assets)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
