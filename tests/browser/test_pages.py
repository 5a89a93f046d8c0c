"""What must be true of each page of the site."""

import json
import re
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

from tests.browser.visit import ROOT, SCREENS, SITE, found_by_axe


def test_a_page_loads_without_a_problem_and_asks_no_other_host(visit):
    assert visit.status == 200
    assert visit.problems == []


def test_a_page_has_a_title_a_language_and_one_heading(visit):
    assert "Both Ends of a Language Model" in visit.page.title()
    assert visit.page.locator("html").get_attribute("lang") == "en"
    assert visit.page.locator("h1").count() == 1


def test_formulas_are_typeset(visit):
    formulas = visit.page.locator("main .math").count()
    assert visit.page.locator("main .math > mjx-container").count() == formulas
    prose = visit.page.locator("main :is(p, li, td, th, dd, h1, h2, h3)").all_inner_texts()
    assert [text for text in prose if re.search(r"\$|\\[(\[]|\\[a-z]+\{", text)] == []
    assert visit.page.locator("mjx-merror, [data-mjx-error]").count() == 0


def test_each_image_says_in_words_what_it_shows(visit):
    images = visit.page.locator("img").evaluate_all("all => all.map(i => [i.src, i.alt])")
    assert [src for src, alt in images if len(alt.split()) < 4 or "/" in alt] == []


def test_links_within_the_site_lead_somewhere(visit):
    links = visit.page.locator("a[href]").evaluate_all("all => all.map(a => a.href)")
    here = {link for link in links if link.startswith(visit.site)}
    assert here
    assert [link for link in sorted(here) if not leads(link.removeprefix(visit.site))] == []


def leads(link: str) -> bool:
    path, anchor = urldefrag(unquote(link))
    file = SITE / path
    if not file.is_file() or not anchor:
        return file.is_file()
    return re.search(rf'id="{re.escape(anchor)}"', file.read_text()) is not None


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(visit, screen):
    visit.show(*SCREENS[screen])
    assert found_by_axe(visit.page, screen=screen) == []


def test_a_narrow_page_does_not_scroll_sideways(visit):
    visit.show(*SCREENS["phone"])
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_notebook_can_be_downloaded(visit):
    if not visit.name.startswith(("notebooks/", "exercises/", "solutions/")):
        assert visit.page.locator("a[download]").count() == 0
        return
    with visit.page.expect_download() as download:
        visit.page.locator("a[download]").click()
    source = ROOT / Path(visit.name).with_suffix(".ipynb")
    assert json.loads(Path(download.value.path()).read_text()) == json.loads(source.read_text())


def test_every_rule_of_axe_holds_for_each_screen_in_both_colors(open_page):
    """One page stands for all: it has code, formulas, figures, and the parts of the theme."""
    visit = open_page("notebooks/16_rotation.html")
    for colors, width in (("light", 360), ("dark", 360), ("dark", 1280)):
        visit.show(colors, width)
        assert found_by_axe(visit.page) == []
