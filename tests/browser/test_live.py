"""Exercises that are solved in the page."""

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.live import BOOT, EXERCISE_PAGES, Answer, Desk, asked
from tests.browser.visit import SCREENS, SITE, Visit, found_by_axe

ASKED = asked()
LIVE = [id_ for id_, one in ASKED.items() if one.exercise.in_page]
COUNTS = "scatter-row-counts"
PAGE = "exercises/04_scatter_add.html"
STATIC = SITE / "_static"


@pytest.fixture(scope="module")
def shared(browser, site) -> Desk:
    """One tab in which Python starts once, for all tests that do not ask for a fresh one."""
    with browser.new_context(color_scheme="light") as context:
        visit = Visit(context.new_page(), PAGE, site)
        visit.open()
        yield Desk(visit)
        assert visit.problems == []


@pytest.fixture
def counts(shared) -> Answer:
    """An exercise of chapter 04, as nobody has touched it."""
    shared.turn_to(PAGE)
    answer = shared.exercise(COUNTS)
    answer.node.evaluate("one => one.forget()")
    return answer


@pytest.fixture
def fresh(open_page) -> Desk:
    return Desk(open_page(PAGE))


@pytest.mark.parametrize("id_", LIVE)
def test_a_stub_a_mistake_and_the_solution_get_what_they_get_in_jupyterlab(shared, id_):
    one = ASKED[id_]
    shared.turn_to(one.page)
    answer = shared.exercise(id_)
    assert answer.press("Check") == "not attempted"
    assert answer.output == f'{id_}: not attempted yet. hint("{id_}") opens a hint.'

    mistake = one.exercise.misconceptions[0]
    assert answer.answer(one.mistaken()) == "not yet"
    assert mistake.name in answer.output and mistake.says.replace("`", "") in answer.output
    assert "Traceback" not in answer.output

    assert answer.answer(one.solution) == "correct"
    assert answer.output.startswith(f"{id_}: correct, ")
    assert answer.words == "Correct."
    assert answer.box.get_by_text("Solved").is_visible()


@pytest.mark.parametrize("page", EXERCISE_PAGES)
def test_each_exercise_is_live_or_says_where_it_can_be_run(shared, page):
    shared.turn_to(f"exercises/{page}")
    here = [one.exercise for one in ASKED.values() if one.page == f"exercises/{page}"]
    live = shared.page.locator("live-exercise")
    ids = live.evaluate_all("all => all.map(one => one.dataset.exercise)")
    assert ids == [one.id for one in here if one.in_page]
    others = shared.page.locator(".in-jupyterlab")
    assert others.count() == sum(not one.in_page for one in here)
    for other in others.all():
        assert other.locator("pre").first.is_visible()
        assert "#run-it-yourself" in other.get_by_role("link").last.get_attribute("href")


def test_python_is_fetched_with_the_first_check_and_not_before(open_page):
    visit = open_page(PAGE)
    asked_for = []
    visit.page.on("request", lambda request: asked_for.append(request.url))
    visit.page.reload()
    answer = Desk(visit).exercise(COUNTS)
    answer.button("Hint").click()
    answer.write("1 + 1")
    assert not [url for url in asked_for if "pyodide" in url or "python.zip" in url]
    answer.button("Run").click()
    expect(answer.node).to_have_attribute("data-now", "running")
    assert answer.words in {"Loading Python, once for this page.", "Starting Python."}
    assert answer.wait() == "ran"
    assert answer.output == "2"
    assert any("pyodide.asm.wasm" in url for url in asked_for)
    assert visit.problems == []


def test_the_checker_needs_no_torch_and_says_so_to_who_does(counts):
    counts.run("import sys\n{'torch', 'numpy'} & set(sys.modules)")
    assert counts.output == "set()"
    for code in (
        "import numpy",
        "torch.zeros(2)",
        "def row_counts(ids, vocab_size): torch.zeros(2)",
    ):
        assert counts.answer(code) in {"error", "not yet"}
        assert "is not here: the page runs Python with its standard library alone" in counts.output


def test_the_imports_above_are_there_and_names_of_the_last_run_are_not(counts):
    assert counts.run("left_over = 1\nhint") == "ran"
    assert counts.run("left_over") == "error"
    assert "NameError: name 'left_over' is not defined" in counts.output


def test_a_run_without_output_says_so(counts):
    assert counts.press("Run") == "ran silently"
    assert counts.output == ""
    assert counts.words == "It ran to its end and printed nothing. Check tries it out."


def test_an_endless_loop_is_stopped_and_python_starts_again(shared, counts):
    counts.write("print('before')\nwhile True:\n    pass")
    counts.button("Run").click()
    counts.box.locator("pre", has_text="before").wait_for(timeout=BOOT)
    other = shared.exercise("scatter-plus-equals")
    other.button("Check").click()
    assert other.words == "Python is at work on another answer: stop that one, or wait."
    assert counts.press("Stop") == "stopped"
    assert counts.words == "Stopped. Python starts again with your next run."
    assert counts.output == "before"
    assert counts.run("print('after')") == "ran"
    assert counts.output == "after"


def test_code_hints_and_progress_survive_a_reload(shared, counts):
    assert counts.answer(ASKED[COUNTS].solution) == "correct"
    counts.write("# in my own words")
    counts.button("Hint").click()
    with another_tab(shared) as tab:
        again = tab.exercise(COUNTS)
        assert again.code == "# in my own words"
        assert again.box.get_by_text("Solved").is_visible()
        assert again.box.get_by_role("listitem").count() >= 1


@contextmanager
def another_tab(desk: Desk) -> Iterator[Desk]:
    """The same page once more, with what the browser keeps; while it is open, the first waits."""
    with desk.page.context.new_page() as page:
        visit = Visit(page, PAGE, desk.visit.site)
        visit.open()
        yield Desk(visit)


def test_two_tabs_do_not_undo_each_others_work(fresh):
    with another_tab(fresh) as tab:
        tab.exercise(COUNTS).write("# from the other tab")
        here = fresh.exercise(COUNTS)
        here.page.wait_for_function(
            f"document.querySelector('[data-exercise=\"{COUNTS}\"]').editor.text().length < 30"
        )
        assert here.code == "# from the other tab"


def test_reset_can_be_undone_after_a_reload_too(fresh):
    answer = fresh.exercise(COUNTS)
    stub = answer.code
    assert not answer.button("Undo").is_visible()
    answer.write("# an hour's work")
    answer.button("Reset").click()
    assert answer.code == stub
    fresh.page.reload()
    fresh.all_live()
    answer.button("Undo").click()
    assert answer.code == "# an hour's work"
    assert answer.words == "Your code is back."


def test_hints_open_one_at_a_time_without_python(fresh):
    answer, steps = fresh.exercise(COUNTS), ASKED[COUNTS].exercise.hints
    for opened in (1, 2, 3):
        answer.button("Hint").click()
        shown = answer.box.get_by_role("listitem")
        assert shown.all_inner_texts() == [one.replace("`", "") for one in steps[:opened]]
    assert answer.button("Hint").get_attribute("aria-disabled") == "true"


def test_work_can_be_saved_as_a_file(fresh):
    answer = fresh.exercise(COUNTS)
    answer.write("# mine")
    answer.button("Hint").click()
    with fresh.page.expect_download() as download:
        fresh.work.get_by_role("button", name="Save my work as a file").click()
    saved = json.loads(Path(download.value.path()).read_text())
    assert saved["answers"][COUNTS]["code"] == "# mine"
    assert saved["progress"] == {
        "version": 1,
        "exercises": {COUNTS: {"solved": False, "hints": 1}},
    }


def saved(code: str) -> str:
    progress = {"version": 1, "exercises": {COUNTS: {"solved": True, "hints": 2}}}
    return json.dumps({"answers": {COUNTS: {"code": code}}, "progress": progress})


def load(desk: Desk, name: str, text: str) -> str:
    with desk.page.expect_file_chooser() as chooser:
        desk.work.get_by_role("button", name="Load a saved file").click()
    chooser.value.set_files({"name": name, "mimeType": "", "buffer": text.encode()})
    said = desk.work.get_by_role("status")
    expect(said).not_to_be_empty()
    return said.inner_text()


def test_a_saved_file_is_loaded_and_what_it_replaces_comes_back(fresh):
    answer, other = fresh.exercise(COUNTS), fresh.exercise("scatter-plus-equals")
    answer.write("# here")
    other.write("# not in the file")
    words = "Loaded 1 answer. Where you had written something else, Undo brings it back."
    assert load(fresh, "my-answers.json", saved("# from the file")) == words
    assert answer.code == "# from the file" and other.code == "# not in the file"
    assert answer.box.get_by_text("Solved").is_visible()
    assert answer.box.get_by_role("listitem").count() == 2
    fresh.page.reload()
    fresh.all_live()
    answer.button("Undo").click()
    assert answer.code == "# here"
    answer.button("Undo").click()
    assert answer.code == "# from the file"


def test_work_kept_under_the_ids_of_version_0_1_0_is_still_there(fresh):
    """Then ids were numbered by chapter; a file that was saved then is loaded as well."""
    old = saved("# of version 0.1.0").replace(COUNTS, "03-row-counts")
    fresh.page.evaluate(
        """({ answers, progress }) => {
            const book = `bothends ${new URL("../", location).pathname} `;
            for (const id in answers) localStorage.setItem(book + id, JSON.stringify(answers[id]));
            localStorage.setItem(`${book}progress`, JSON.stringify(progress));
        }""",
        json.loads(old),
    )
    fresh.page.reload()
    fresh.all_live()
    answer = fresh.exercise(COUNTS)
    assert answer.code == "# of version 0.1.0"
    assert answer.box.get_by_text("Solved").is_visible()
    assert answer.box.get_by_role("listitem").count() == 2
    kept = fresh.page.evaluate("Object.keys(localStorage).join()")
    assert COUNTS in kept and "03-row-counts" not in kept
    answer.write("# here")
    load(fresh, "my-answers.json", old)
    assert answer.code == "# of version 0.1.0"


@pytest.mark.parametrize(
    "text",
    ["no JSON", "null", "[]", "{}", '{"answers": {}}', saved("x").replace('"x"', "1")],
)
def test_another_file_changes_nothing(fresh, text):
    answer = fresh.exercise(COUNTS)
    answer.write("# here")
    assert load(fresh, "notes.json", text) == (
        'notes.json is not a file of this page. Choose one that "Save my work as a file" has made.'
    )
    assert answer.code == "# here" and not answer.button("Undo").is_visible()


@pytest.mark.parametrize("page", EXERCISE_PAGES)
def test_each_exercise_has_its_solution_folded_below_it(shared, page):
    shared.turn_to(f"exercises/{page}")
    here = [one for one in ASKED.values() if one.page == f"exercises/{page}"]
    folded = shared.page.locator("details.solution")
    texts = folded.locator("pre").evaluate_all("all => all.map(one => one.textContent.trimEnd())")
    assert texts == [
        re.sub(r" *### (BEGIN|END) SOLUTION\n?", "", one.solution).rstrip() for one in here
    ]
    assert not folded.locator("pre").first.is_visible()
    before = shared.page.locator("details.solution").evaluate_all(
        "all => all.map(one => one.previousElementSibling.matches('live-exercise, .in-jupyterlab'))"
    )
    assert all(before)
    folded.locator("summary").first.click()
    assert folded.locator("pre").first.is_visible()


def test_work_is_removed_only_after_a_second_word(fresh):
    answer = fresh.exercise(COUNTS)
    stub = answer.code
    answer.write("# mine")
    answer.button("Hint").click()
    fresh.page.evaluate("localStorage.setItem('bothends /elsewhere/ progress', 'not ours')")
    fresh.work.get_by_role("button", name="Remove my work").click()
    assert "Remove the code of 1 answer and all progress?" in fresh.work.inner_text()
    expect(fresh.work.get_by_role("button", name="Keep it")).to_be_focused()
    fresh.page.keyboard.press("Enter")
    assert answer.code == "# mine"
    expect(fresh.work.get_by_role("button", name="Remove my work")).to_be_focused()
    fresh.page.keyboard.press("Enter")
    fresh.work.get_by_role("button", name="Yes, remove it").click()
    assert (
        fresh.work.get_by_role("status").inner_text() == "Your work is removed from this browser."
    )
    assert answer.code == stub and answer.box.get_by_role("listitem").count() == 0
    left = fresh.page.evaluate(
        "Object.keys(localStorage).filter(key => key.startsWith('bothends'))"
    )
    assert left == ["bothends /elsewhere/ progress"]


def test_a_browser_that_keeps_nothing_is_told(browser, site):
    with browser.new_context() as context:
        context.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
        visit = Visit(context.new_page(), PAGE, site)
        visit.open()
        desk = Desk(visit)
        answer = desk.exercise(COUNTS)
        answer.write("# mine")
        assert answer.words.startswith("This browser keeps nothing for this site")
        with visit.page.expect_download() as download:
            desk.work.get_by_role("button", name="Save my work as a file").click()
        assert "# mine" in Path(download.value.path()).read_text()


def test_the_keyboard_alone_will_do(counts):
    counts.button("Check").focus()
    page = counts.page
    page.keyboard.press("Shift+Tab")
    editor = counts.box.get_by_role("textbox")
    expect(editor).to_be_focused()
    assert "Your answer" in editor.get_attribute("aria-label")
    page.keyboard.press("Control+a")
    page.keyboard.type("def row_counts(ids, vocab_size):\nprint('here')\nreturn [0]")
    assert "\n    print('here')\n    return [0]" in counts.code
    page.keyboard.press("Control+Enter")
    assert counts.wait() == "not yet"
    assert "Your answer is the same in every case" in counts.output
    for name in ("Check", "Run", "Stop", "Hint", "Reset"):
        page.keyboard.press("Tab")
        expect(counts.button(name)).to_be_focused()
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_while_it_is_used(shared, counts, screen):
    counts.answer(ASKED[COUNTS].mistaken())
    counts.node.evaluate("one => one.hint()")
    shared.work.get_by_role("button", name="Remove my work").click()
    shared.visit.show(*SCREENS[screen])
    assert found_by_axe(shared.page, "main", screen) == []
    assert shared.page.evaluate("document.documentElement.scrollWidth") <= SCREENS[screen][1]
    shared.work.get_by_role("button", name="Keep it").click()


def test_buttons_are_large_enough_for_a_thumb(fresh):
    fresh.page.set_viewport_size({"width": 360, "height": 800})
    buttons = fresh.page.locator(".bw-live button:visible").all()
    assert len(buttons) > 5
    boxes = [button.bounding_box() for button in buttons]
    assert all(min(box["height"], box["width"]) >= 36 for box in boxes)


def test_without_javascript_the_cells_are_there(plain):
    page = plain(PAGE)
    cells = page.locator("live-exercise .cell")
    assert cells.count() == 2 * page.locator("live-exercise").count() > 0
    assert all(cell.is_visible() for cell in cells.all())
    assert not page.locator(".live-note").is_visible()
    assert page.locator("live-desk").inner_text() == ""


def test_paper_shows_the_cells_and_no_editor(fresh):
    cell = fresh.page.locator("live-exercise .cell").first
    assert not cell.is_visible()
    fresh.page.emulate_media(media="print")
    assert cell.is_visible()
    assert not fresh.page.locator(".bw-live").first.is_visible()


def test_the_editor_is_fetched_when_an_exercise_is_near_or_a_key_is_pressed(open_page):
    visit = open_page("notebooks/04_scatter_add.html")
    assert visit.page.locator("script[src*='live/']").count() == 0
    visit = open_page(PAGE)
    visit.page.set_viewport_size({"width": 1280, "height": 600})
    fetched = []
    visit.page.on("request", lambda request: fetched.append(request.url.rsplit("/", 1)[-1]))
    visit.page.reload()
    visit.page.wait_for_load_state("networkidle")
    assert "exercise.mjs" in fetched and "editor.mjs" not in fetched
    visit.page.keyboard.press("Tab")
    visit.page.locator("live-exercise[data-now=ready]").first.wait_for()
    assert "editor.mjs" in fetched


def test_what_a_page_loads_is_light():
    own = [path.read_bytes() for path in (STATIC / "live").glob("*.mjs") if path.stem != "editor"]
    assert sum(len(gzip.compress(one)) for one in own) < 10_000
    assert len(gzip.compress((STATIC / "live/editor.mjs").read_bytes())) < 140_000


def test_licences_are_served_beside_what_they_cover():
    assert "Mozilla Public License" in (STATIC / "pyodide/LICENSE").read_text()
    assert "github.com/pyodide/pyodide" in (STATIC / "pyodide/NOTICE").read_text()
    assert "Marijn Haverbeke" in (STATIC / "live/LICENSE").read_text()
