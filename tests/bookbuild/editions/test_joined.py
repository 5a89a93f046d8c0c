"""The pages of an EPUB become one page: ids stay apart, and links find them."""

import pytest

from bookbuild.editions.joined import article, moved, parse

PAGE = """<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>
<section id="recap"><h1>Two</h1><h2>A part</h2><p><a href="#recap">here</a>
<a href="01.xhtml#recap">there</a> <a href="../book/notation.xhtml">letters</a>
<a href="https://example.org/a#b">away</a><img src="../_images/a.svg" alt="A row is read."/></p>
<p><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>B</mi></math></p>
<details><summary>Answers</summary><p>4</p></details></section></body></html>"""


@pytest.fixture
def html(tmp_path) -> str:
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks/02.xhtml").write_text(PAGE)
    body = parse(tmp_path / "notebooks/02.xhtml").find("body")
    return article(body, "notebooks/02.xhtml", level=2)


def test_an_id_names_its_page(html):
    assert '<article id="notebooks-02">' in html
    assert '<section id="notebooks-02--recap">' in html


def test_links_lead_to_the_places_in_the_joined_page(html):
    for link in ("#notebooks-02--recap", "#notebooks-01--recap", "#book-notation"):
        assert f'href="{link}"' in html
    assert 'href="https://example.org/a#b"' in html
    assert moved("03.xhtml", "02.xhtml") == "#03"


def test_pictures_are_found_from_the_root_and_formulas_are_html(html):
    assert '<img src="_images/a.svg" alt="A row is read.">' in html
    assert "<math><mi>B</mi></math>" in html


def test_what_is_folded_is_open_on_paper(html):
    assert '<div class="details"><p class="summary">Answers</p><p>4</p></div>' in html


def test_a_heading_is_as_deep_as_its_page_is_in_the_contents(html):
    assert '<h1 aria-level="2">Two</h1><h2 aria-level="3">A part</h2>' in html
