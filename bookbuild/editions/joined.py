"""The pages of the EPUB, joined to one page for the printer."""

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import urldefrag, urlsplit

from jinja2 import Environment, FileSystemLoader

from bookbuild.editions.palette import colored
from bookbuild.paths import EMBLEM

TEMPLATES = Path(__file__).with_name("templates")
PREFIXED = {"{http://www.w3.org/1999/xlink}href": "xlink:href"}
HEADING = re.compile("h[1-6]")
OPEN = {"details": "div", "summary": "p"}  # paper has nothing to click on


@dataclass(frozen=True)
class Entry:
    """A line of the table of contents, and the page that it leads to, with its headings."""

    level: int
    title: str
    id: str
    headings: list[str]
    html: str


def parse(file: Path) -> ET.Element:
    """Return a page of the EPUB with the names of HTML, which has no namespaces."""
    root = ET.fromstring(file.read_text(encoding="utf-8"))
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        for name in [name for name in element.attrib if name.startswith("{")]:
            value = element.attrib.pop(name)
            if name in PREFIXED:
                element.set(PREFIXED[name], value)
    return root


def anchor(page: str, place: str = "") -> str:
    """Return the id that a page, or a place in it, has among all others."""
    name = page.removesuffix(".xhtml").replace("/", "-")
    return f"{name}--{place}" if place else name


def moved(link: str, page: str) -> str:
    """Return a page's link as it is after joining; one to another site stays as it is."""
    if urlsplit(link).scheme:
        return link
    target, place = urldefrag(link)
    return "#" + anchor(normpath(join(dirname(page), target)) if target else page, place)


def article(body: ET.Element, page: str, level: int) -> str:
    """Return the text of a page on a level of the contents, as it fits beside other pages."""
    for element in body.iter():
        if "id" in element.attrib:
            element.set("id", anchor(page, element.get("id")))
        if element.tag == "a" and "href" in element.attrib:
            element.set("href", moved(element.get("href"), page))
        elif element.tag == "img":
            element.set("src", normpath(join(dirname(page), element.get("src"))))
        elif element.tag in OPEN:
            element.set("class", element.tag)
            element.tag = OPEN[element.tag]
        elif HEADING.fullmatch(element.tag):
            element.set("aria-level", str(int(element.tag[1]) + level - 1))
    body.tag = "article"
    body.set("id", anchor(page))
    return ET.tostring(body, encoding="unicode", method="html")


def entries(folder: Path, items: ET.Element, level: int = 1) -> list[Entry]:
    """Return the entries of a list of the table of contents, and of the lists in it."""
    found = []
    for item in items:
        link, below = item.find("a"), item.find("ol")
        page = link.get("href")
        body = parse(folder / page).find("body")
        headings = ["".join(e.itertext()).strip() for e in body.iter() if HEADING.fullmatch(e.tag)]
        found.append(Entry(level, link.text, anchor(page), headings, article(body, page, level)))
        if below is not None:
            found += entries(folder, below, level + 1)
    return found


def metadata(folder: Path) -> dict[str, str]:
    """Return what the EPUB's package says of the book."""
    about = parse(folder / "content.opf").find("metadata")
    names = ("title", "creator", "description", "language", "rights", "date")
    versions = [
        meta.text for meta in about.findall("meta") if meta.get("property") == "ibooks:version"
    ]
    return {"version": versions[0], **{name: about.find(name).text for name in names}}


def join_pages(folder: Path) -> tuple[str, list[Entry], dict[str, str]]:
    """Return the page for the printer, its contents, and what is said of the book."""
    contents = entries(folder, parse(folder / "nav.xhtml").find(".//nav/ol"))
    about = metadata(folder)
    templates = Environment(loader=FileSystemLoader(TEMPLATES))
    page = templates.get_template("paper.html")
    return page.render(about, entries=contents, emblem=colored(EMBLEM)), contents, about
