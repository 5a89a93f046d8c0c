"""The PDF: the joined pages, printed by Chromium."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

import pikepdf
from playwright.sync_api import Error, Page, Route, sync_playwright

from bookbuild.editions.joined import Entry, join_pages
from bookbuild.editions.palette import colored
from bookbuild.errors import BookError
from bookbuild.paths import NODE_MODULES

PAPER = Path(__file__).with_name("paper.css")
MATHJAX = NODE_MODULES / "mathjax/es5"
FLAGS = ["--no-sandbox", "--disable-gpu"]
BOOK = "http://book/"
PAPER_SIZE = {"prefer_css_page_size": True, "print_background": True}
FILL_IN = """pages => {
  document.body.className = "";
  for (const link of document.querySelectorAll("nav a"))
    link.dataset.page = pages[link.hash.slice(1)];
}"""


def print_pdf(folder: Path, pdf: Path, chromium: str) -> None:
    """Print the EPUB's pages, which are in `folder`.

    Twice, since Chromium has no `target-counter`: the contents take their numbers from the first
    print, in which no article is painted.

    Raises:
        BookError: Chromium does not.

    """
    html, contents, about = join_pages(folder)
    try:
        with sync_playwright() as playwright:
            tab = playwright.chromium.launch(executable_path=chromium, args=FLAGS).new_page()
            show(tab, folder, html)
            tab.evaluate(FILL_IN, page_numbers(tab.pdf(**PAPER_SIZE)))
            tab.pdf(path=pdf, **PAPER_SIZE, tagged=True, outline=True)
    except Error as error:
        why = error.message.partition("\n")[0]
        raise BookError(f"{chromium} does not print the PDF: {why}") from error
    finish(pdf, contents, about)


def page_numbers(pdf: bytes) -> dict[str, int]:
    """Return the page of each place that a link leads to."""
    with pikepdf.open(BytesIO(pdf)) as book:
        numbers = {page.objgen: number for number, page in enumerate(book.pages, 1)}
        return {name[1:]: numbers[place[0].objgen] for name, place in book.Root.Dests.items()}


def show(tab: Page, folder: Path, html: str) -> None:
    """Open the joined pages, and wait until formulas and fonts are there. No host is asked."""

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path[1:]
        if not path:
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        elif path.startswith("mathjax/"):
            route.fulfill(path=MATHJAX / path.removeprefix("mathjax/"))
        elif path == PAPER.name:
            route.fulfill(body=colored(PAPER), content_type="text/css")
        else:
            route.fulfill(path=folder / path)

    tab.route("**", answer)
    tab.goto(BOOK, timeout=300_000)  # milliseconds: it is a long page, and the machine may be busy
    tab.evaluate("Promise.all([MathJax.startup.promise, document.fonts.ready])")


def finish(pdf: Path, contents: list[Entry], about: dict[str, str]) -> None:
    """Give the bookmarks their titles, say whose book it is, and pack it."""
    with pikepdf.open(pdf, allow_overwriting_input=True) as book:
        with book.open_outline() as outline:
            name(outline.root, [about["title"], "Contents", *headings(contents)])
        del book.trailer.Info  # Chromium's own, with the time of now
        with book.open_metadata(set_pikepdf_as_editor=False) as data:
            data["dc:title"] = about["title"]
            data["dc:creator"] = [about["creator"]]
            data["dc:description"] = about["description"]
            data["dc:rights"] = about["rights"]
            data["xmp:CreateDate"] = data["xmp:ModifyDate"] = about["date"]
        packed = pikepdf.ObjectStreamMode.generate
        book.save(pdf, object_stream_mode=packed, deterministic_id=True)


def headings(contents: list[Entry]) -> list[str]:
    """Return all headings of the text."""
    return [heading for entry in contents for heading in entry.headings]


def name(items: list[pikepdf.OutlineItem], titles: list[str]) -> None:
    """Give all bookmarks their titles: Chromium says some twice, and forgets blanks."""
    for item, title in zip(walk(items), titles, strict=True):
        item.title = title


def walk(items: list[pikepdf.OutlineItem]) -> Iterator[pikepdf.OutlineItem]:
    """Yield each bookmark before those below it."""
    for item in items:
        yield item
        yield from walk(item.children)
