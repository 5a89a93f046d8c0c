"""The clinic's filter: by symptom, cause and chapter, with links that still arrive."""

import pytest

PAGE = "notebooks/21_clinic.html"
PADDING = "#the-padding-vector-is-not-zero"


@pytest.fixture
def page(open_page):
    """The clinic, with all its entries."""
    visit = open_page(PAGE)
    yield visit.page
    assert visit.problems == []


def shown(page) -> list[str]:
    headings = page.locator("article h3").all()
    return [heading.inner_text().rstrip("#") for heading in headings if heading.is_visible()]


def status(page) -> str:
    return page.get_by_role("status").inner_text()


def test_all_entries_are_there_at_first(page):
    count = len(shown(page))
    assert count >= 27
    assert status(page) == f"{count} of {count} entries"
    assert page.locator("article h2").first.is_visible()


def test_the_symptom_is_searched_word_by_word_and_parts_without_an_entry_go(page):
    page.get_by_label("Symptom").fill("RANGE index")
    assert shown(page) == ["IndexError: index out of range in self"]
    assert status(page).startswith("1 of ")
    parts = [part for part in page.locator("article h2").all() if part.is_visible()]
    assert [part.inner_text().rstrip("#") for part in parts] == ["Ids"]


def test_cause_and_chapter_narrow_each_other_down(page):
    page.get_by_role("combobox", name="Cause").select_option("padding takes part")
    of_cause = shown(page)
    page.get_by_role("combobox", name="Chapter").select_option("08 Weight tying")
    assert shown(page) == ["The padding row moves although padding_idx is set"]
    page.get_by_role("combobox", name="Cause").select_option("any cause")
    of_chapter = shown(page)
    assert len(of_cause) > 1 and len(of_chapter) > 1
    assert set(of_cause) & set(of_chapter) == {"The padding row moves although padding_idx is set"}


def test_nothing_found_is_said_and_show_all_brings_everything_back(page):
    everything = shown(page)
    page.get_by_label("Symptom").fill("no such symptom")
    assert shown(page) == []
    assert status(page).startswith("No entry")
    page.get_by_role("button", name="Show all").click()
    assert shown(page) == everything
    assert page.get_by_label("Symptom").input_value() == ""


def test_the_keyboard_is_enough(page):
    page.get_by_label("Symptom").focus()
    page.keyboard.type("bfloat16")
    page.keyboard.press("Enter")  # submits nothing
    few = shown(page)
    page.keyboard.press("Tab")
    page.keyboard.type("rounded")
    assert 0 < len(shown(page)) <= len(few)
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert status(page).split()[0] == status(page).split()[2]


def test_an_address_or_a_link_shows_an_entry_that_is_filtered_out(page):
    page.get_by_label("Symptom").fill("bfloat16")
    assert not page.locator(PADDING).is_visible()
    page.evaluate(f"location.hash = '{PADDING}'")
    page.locator(PADDING).wait_for(state="visible")
    page.get_by_label("Symptom").fill("bfloat16")
    page.locator(f".bd-sidebar-secondary a[href='{PADDING}']").click()
    heading = page.locator(f"{PADDING} h3")
    heading.wait_for(state="visible")
    assert 0 <= heading.bounding_box()["y"] < 900


def test_without_a_script_every_entry_is_there(plain, page):
    bare = plain(PAGE)
    assert shown(bare) == shown(page)
    assert bare.locator("form.clinic").count() == 0


def test_no_other_page_loads_the_filter(open_page):
    visit = open_page("notebooks/03_lookup.html")
    assert visit.page.locator("[src*='clinic'], [href*='clinic.css']").count() == 0
