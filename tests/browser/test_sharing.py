"""What a page says of itself where its address is shared, on a small site with long titles."""

import os
import re
import shutil
import struct
import subprocess
import sys
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.browser.visit import PAGES as ALL
from tests.browser.visit import ROOT, SITE

ADDRESS = "https://example.org/a/book/"
PAGES_OF_THE_BOOK = [name for name in ALL if name != "search.html"]
CONF = """
project = html_title = "Both Ends of a Language Model"
extensions = ["sphinx.ext.mathjax", "bookbuild.site.address", "bookbuild.site.cards"]
html_additional_pages = {"index": "start.html"}
templates_path = ["templates"]
root_doc = "book/start"
language = "en"
"""
PAGES = {
    "book/start.rst": """
Both Ends of a Language Model
=============================

.. note:: A box is not what a page is about.

Here :math:`x` is a row. A "table" has rows & columns. It is read by ``ids``. There is more to say.

.. toctree::

   long
""",
    "book/long.rst": """
A title that is much longer than any other title in this book of many chapters
==============================================================================

It ends at once.
""",
}


@pytest.fixture(scope="module")
def shared(tmp_path_factory) -> Path:
    """The small site at a sub-path of a host."""
    folder = tmp_path_factory.mktemp("shared")
    for name, text in PAGES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    (folder / "templates").mkdir()
    shutil.copy(ROOT / "bookbuild/site/templates/start.html", folder / "templates")
    (folder / "conf.py").write_text(f"{CONF}html_baseurl = {ADDRESS!r}\n")
    subprocess.run(
        [sys.executable, "-m", "sphinx", "-qWb", "html", folder, folder / "out"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    return folder / "out"


def tags(page: Path) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([a-z:]+)" content="([^"]*)"', page.read_text())
    return {name: unescape(content) for name, content in found}


def canonical(page: Path) -> list[str]:
    return re.findall(r'<link rel="canonical" href="([^"]*)"', page.read_text())


def test_a_page_is_described_by_its_first_sentences_without_boxes_and_formulas(shared):
    said = tags(shared / "book/start.html")
    assert said["og:title"] == "Both Ends of a Language Model"
    assert said["og:description"] == said["description"]
    assert said["og:description"] == (
        "A “table” has rows & columns. It is read by ids. There is more to say."
    )


def test_a_page_names_its_address_and_a_card_that_exists_with_words_for_it(shared):
    said = tags(shared / "book/long.html")
    assert said["og:url"] == f"{ADDRESS}book/long.html"
    assert canonical(shared / "book/long.html") == [said["og:url"]]
    card = shared / said["og:image"].removeprefix(ADDRESS)
    width, height = struct.unpack(">II", card.read_bytes()[16:24])
    assert (said["og:image:width"], said["og:image:height"]) == (str(width), str(height))
    assert (width, height) == (1200, 630)
    assert said["og:image:alt"].startswith("A title that is much longer than any")


def test_the_way_in_shares_the_landing_page(shared):
    said = tags(shared / "index.html")
    assert said["og:url"] == f"{ADDRESS}book/start.html"
    assert canonical(shared / "index.html") == [said["og:url"]]


def test_the_sitemap_lists_each_page_once(shared):
    places = ElementTree.parse(shared / "sitemap.xml").iter()
    locations = [place.text for place in places if place.tag.endswith("}loc")]
    assert locations == [f"{ADDRESS}book/long.html", f"{ADDRESS}book/start.html"]
    assert not (shared / "robots.txt").exists()  # read at the root of a host only


def test_without_an_address_no_page_claims_one():
    for page in SITE.rglob("*.html"):
        said = tags(page)
        assert not said.keys() & {"og:url", "og:image", "twitter:card"}, page
        assert canonical(page) == [], page
    assert not (SITE / "sitemap.xml").exists()
    assert not (SITE / "_static/cards").exists()


def test_each_page_of_the_book_has_a_title_and_a_description():
    for name in PAGES_OF_THE_BOOK:
        said = tags(SITE / name)
        assert said["og:title"], name
        assert 20 < len(said["og:description"]) < 300, name
        assert not re.search(r"[\\$`<>]", said["og:description"]), name
