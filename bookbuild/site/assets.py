"""What every page is served from: MathJax, the font and the widgets, all by the site itself."""

import shutil
from pathlib import Path

from sphinx.errors import ExtensionError

from bookbuild.paths import NODE_MODULES, PACKAGE, ROOT, SERIF
from bookbuild.site.live_assets import PACKAGES

WIDGETS = PACKAGE / "widgets"
MATHJAX = NODE_MODULES / "mathjax"
MATHJAX_FILES = [
    "startup.js",
    "core.js",
    "input/tex.js",
    "output/chtml.js",
    "output/chtml/fonts/tex.js",
    "output/chtml/fonts/woff-v2/*.woff",
    "a11y/assistive-mml.js",
]


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
    for folder in (MATHJAX, SERIF, *PACKAGES):
        if not folder.is_dir():
            raise ExtensionError(f"{folder.relative_to(ROOT)} is missing: run make setup first")


def copy_assets(app, error: Exception | None) -> None:
    """Copy the assets once the pages are written."""
    for source, name in assets().items() if error is None else ():
        target = Path(app.outdir) / "_static" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def setup(app) -> dict:
    """Register both."""
    app.connect("builder-inited", check_assets)
    app.connect("build-finished", copy_assets)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
