"""The links from the site to the PDF and the EPUB, if they were made before it."""

import shutil
from pathlib import Path

from docutils import nodes

from bookbuild.paths import EDITIONS

PAGE, SECTION = "book/index", "read"


def editions() -> list[Path]:
    """Return the files that there are, the PDF last."""
    return sorted(EDITIONS.glob("*.*"))


def offer(app, doctree: nodes.document, page: str) -> None:
    """Add a line with a link to each, and its size, to the landing page."""
    files = editions()
    if page != PAGE or not files:
        return
    line = nodes.paragraph("", "The whole book to take along: ")
    for file in files:
        words = f"{file.suffix[1:].upper()}, {file.stat().st_size / 2**20:.1f} MiB"
        line += nodes.reference("", words, refuri=f"../editions/{file.name}", internal=True)
        line += nodes.Text("." if file == files[-1] else " and ")
    (section,) = (s for s in doctree.findall(nodes.section) if SECTION in s["ids"])
    section += line


def copy(app, error: Exception | None) -> None:
    """Put them beside the pages."""
    if error is None and editions():
        shutil.copytree(EDITIONS, Path(app.outdir) / "editions", dirs_exist_ok=True)


def setup(app) -> None:
    """Offer the editions on the landing page, and copy them when all pages are written."""
    app.connect("doctree-resolved", offer)
    app.connect("build-finished", copy)
