"""Search, dark mode, and the way in."""

import re

from tests.browser.visit import START


def test_the_address_of_the_site_opens_the_landing_page(open_page):
    visit = open_page("search.html")
    visit.page.goto(visit.site)
    visit.page.wait_for_url(visit.site + START)
    assert visit.problems == []


def test_search_finds_a_chapter(open_page):
    visit = open_page(START)
    visit.page.get_by_role("button", name="Search").first.click()
    visit.page.get_by_role("searchbox").first.fill("scatter")
    visit.page.keyboard.press("Enter")
    visit.page.locator("#search-results a", has_text="Scatter-add").first.click()
    visit.page.wait_for_url("**/notebooks/04_scatter_add.html*")
    assert visit.problems == []


def test_dark_mode_is_chosen_with_a_button_and_survives_a_reload(open_page):
    visit = open_page(START)
    theme = visit.page.locator("html")
    assert theme.get_attribute("data-theme") == "light"
    for _ in range(3):  # the button goes round: system, light, dark
        if theme.get_attribute("data-mode") != "dark":
            visit.page.get_by_role("button", name="Color mode").click()
    visit.page.reload()
    assert theme.get_attribute("data-theme") == "dark"
    paper = visit.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert max(map(int, re.findall(r"\d+", paper))) < 64
    assert visit.problems == []


def test_a_dark_page_is_printed_light(open_page):
    visit = open_page(START)
    visit.page.emulate_media(color_scheme="dark")
    theme = visit.page.locator("html")
    visit.page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
    visit.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert theme.get_attribute("data-theme") == "light"
    visit.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert theme.get_attribute("data-theme") == "dark"
