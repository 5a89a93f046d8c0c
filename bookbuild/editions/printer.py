"""The PDF: the joined pages, printed by Chromium."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pikepdf
from playwright.sync_api import Page, Route, sync_playwright

from bookbuild.editions.joined import Entry, join_pages
from bookbuild.paths import NODE_MODULES

PAPER = Path(__file__).with_name("paper.css")
MATHJAX = NODE_MODULES / "mathjax/es5"
FLAGS = ["--no-sandbox", "--disable-gpu"]
BOOK = "http://book/"
DIGIT, SIZE = 0.556, 9  # the width of Helvetica's digits, and points


def print_pdf(folder: Path, pdf: Path, chromium: str) -> None:
    """Print the EPUB's pages, which are in `folder`."""
    html, contents, about = join_pages(folder)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        tab = browser.new_page()
        show(tab, folder, html)
        tab.pdf(
            path=pdf, prefer_css_page_size=True, print_background=True, tagged=True, outline=True
        )
        browser.close()
    finish(pdf, contents, about)


def show(tab: Page, folder: Path, html: str) -> None:
    """Open the joined pages, and wait until formulas and fonts are there. No host is asked."""

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path[1:]
        if not path:
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        elif path.startswith("mathjax/"):
            route.fulfill(path=MATHJAX / path.removeprefix("mathjax/"))
        else:
            route.fulfill(path=PAPER if path == PAPER.name else folder / path)

    tab.route("**", answer)
    tab.goto(BOOK, timeout=300_000)  # milliseconds: it is a long page, and the machine may be busy
    tab.evaluate("Promise.all([MathJax.startup.promise, document.fonts.ready])")


def finish(pdf: Path, contents: list[Entry], about: dict[str, str]) -> None:
    """Give the contents their numbers, nest the bookmarks, say whose book it is, and pack it."""
    with pikepdf.open(pdf, allow_overwriting_input=True) as book:
        number_contents(book, contents[0].id)
        with book.open_outline() as outline:
            name(outline.root, [about["title"], "Contents", *headings(contents)])
            nest(outline.root, [1, 1, *(entry.level for entry in contents)])
        del book.trailer.Info  # Chromium's own, with the time of now
        with book.open_metadata(set_pikepdf_as_editor=False) as data:
            data["dc:title"] = about["title"]
            data["dc:creator"] = [about["creator"]]
            data["dc:description"] = about["description"]
            data["dc:rights"] = about["rights"]
            data["xmp:CreateDate"] = data["xmp:ModifyDate"] = about["date"]
        packed = pikepdf.ObjectStreamMode.generate
        book.save(pdf, object_stream_mode=packed, recompress_flate=True, deterministic_id=True)


def number_contents(book: pikepdf.Pdf, first: str) -> None:
    """Write the number of its page beside each link before the `first` place of the text."""
    numbers = {page.objgen: number for number, page in enumerate(book.pages, 1)}
    places = {name: numbers[place[0].objgen] for name, place in book.Root.Dests.items()}
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
    )
    for page in book.pages[: places[f"/{first}"] - 1]:
        links = [link for link in page.get("/Annots", []) if link.get("/Dest") in places]
        text = "".join(stamp(link.Rect, places[link.Dest]) for link in links)
        name = page.add_resource(font, pikepdf.Name.Font, pikepdf.Name.Numbers)
        page.contents_add(b"q", prepend=True)
        page.contents_add(f"Q /Artifact BMC BT {name} {SIZE} Tf {text}ET EMC".encode())


def stamp(box: pikepdf.Array, number: int) -> str:
    """Return the commands that write a number at the right end of a link's box."""
    _, bottom, right, top = map(float, box)
    x = right - DIGIT * SIZE * len(str(number))
    return f"1 0 0 1 {x:.2f} {(bottom + top - 0.7 * SIZE) / 2:.2f} Tm ({number}) Tj "


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


def nest(items: list[pikepdf.OutlineItem], levels: list[int]) -> None:
    """Put each bookmark below the last of a higher level: Chromium has all pages on one."""
    last = []
    flat = list(items)
    items.clear()
    for item, level in zip(flat, levels, strict=True):
        del last[level - 1 :]
        (last[-1].children if last else items).append(item)
        last.append(item)
