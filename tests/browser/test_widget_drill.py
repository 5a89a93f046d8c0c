"""The drills, against the package and the exercises, and under a reader's hands."""

import re
from itertools import chain

import pytest
import torch

from bothends.exercises.engine.catalogue import every
from bothends.widgets import Drill
from bothends.widgets.by_hand import KINDS
from tests.browser.widget import MINUS
from tests.exercises import by_torch

ORACLES = {
    "lookup": by_torch.rows,
    "scatter": by_torch.gradient,
    "logits": by_torch.four_logits,
    "rotation": by_torch.turned,
}
MISTAKES = {  # that some task of each kind brings out
    "lookup": {"columns for rows", "one-based rows", "the rows added together", "position for id"}
    | {"each row once"},
    "scatter": {"the last one wins", "the first one wins", "the mean for the sum"}
    | {"in order of position", "the upstream gradient itself", "one-based rows"},
    "logits": {"no one-hot taken off", "the sign turned round", "the target counted from one"}
    | {"shares of the scores", "one taken off the score"},
    "rotation": {"turned the other way", "the sign left out", "neighbours for halves"}
    | {"halves for neighbours", "both terms added", "one frequency for both pairs"}
    | {"the slow pair first", "positions counted from one"},
}

pytestmark = pytest.mark.usefixtures("as_learner")  # a hundred tasks with checks take a second
each_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture
def played(play):
    return play(Drill())


def texts(rows) -> list:
    return [["" if x is None else f"{x:.3f}" for x in row] for row in rows]


def fill(played, rows) -> None:
    inputs = played.box.locator(".bw-sheet input").all()
    for field, text in zip(inputs, chain(*texts(rows)), strict=True):
        field.fill(text)


def press(played, name) -> None:
    played.box.get_by_role("button", name=name).click()


@each_kind
def test_right_is_the_packages_and_no_two_tasks_are_the_same(kind):
    tasks = Drill(kind=kind).sheet["tasks"]
    for task in tasks:
        given = {name: task["given"][name] for name in KINDS[kind].example}
        apart = torch.tensor(task["right"]) - ORACLES[kind](**given)
        assert apart.abs().max() < 5.01e-4, given  # three decimals
    assert len({str(task["given"]) for task in tasks}) == len(tasks) > 100
    assert tasks[0]["right"] != tasks[1]["right"]


@each_kind
def test_a_drill_knows_the_mistakes_of_the_exercises_by_their_own_words(kind):
    said = {(one.name, one.says) for exercise in every() for one in exercise.misconceptions}
    sheet = Drill(kind=kind).sheet
    met = {sheet["mistakes"][at] for task in sheet["tasks"] for at, _ in task["mistakes"]}
    assert met == set(sheet["mistakes"]) <= said
    assert {name for name, _ in met} >= MISTAKES[kind]


@each_kind
def test_cells_that_are_right_so_far_are_no_mistake(kind):
    for task in Drill(kind=kind).sheet["tasks"]:
        for _, rows in task["mistakes"]:
            cells = zip(chain(*rows), chain(*task["right"]), strict=True)
            assert any(one not in (None, right) for one, right in cells)


@each_kind
def test_the_page_accepts_each_right_answer_and_names_each_mistake(play, kind):
    played = play(Drill(kind=kind))
    tasks = played.widget.sheet["tasks"]
    asked = [(task, task["right"], None) for task in tasks]
    asked += [(task, rows, at) for task in tasks for at, rows in task["mistakes"]]
    found = played.each("verdict", [(task, texts(rows)) for task, rows, _ in asked])
    for (_, _, at), verdict in zip(asked, found, strict=True):
        assert (verdict["solved"], verdict.get("mistake")) == (at is None, at)


def test_another_is_any_other_task_and_then_each_in_its_turn(played):
    assert {played.call("next", 0, 4) for _ in range(40)} == {1, 2, 3}
    assert [played.call("next", at, 4) for at in (1, 2, 3)] == [2, 3, 1]


def test_a_cell_is_read_as_it_is_written(played):
    written = {"": None, " 2 ": 2, "-0.5": -0.5, f"{MINUS},5": -0.5, "1e-3": 0.001}
    assert played.each("read", [(text,) for text in written]) == list(written.values())


@each_kind
def test_a_wrong_sign_is_wrong(played, kind):
    task = Drill(kind=kind).task
    rows = [list(row) for row in task["right"]]
    r, c = next((r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if abs(x) > 0.1)
    rows[r][c] *= -1
    marks = played.call("verdict", task, texts(rows))["marks"]
    assert marks[r][c] == "wrong" and list(chain(*marks)).count("wrong") == 1


@each_kind
def test_by_mouse_a_mistake_is_named_and_then_mended(play, kind):
    played = play(Drill(kind=kind))
    assert played.box.get_by_role("button", name="Hint").is_disabled()
    assert played.box.get_by_role("button", name="Show me").is_disabled()
    at, wrong = played.widget.task["mistakes"][0]
    fill(played, wrong)
    press(played, "Check")
    name, says = played.widget.sheet["mistakes"][at]
    assert f"a known mistake, {name}: {says.replace('`', '')}" in played.words
    assert played.box.locator("input[aria-invalid=true]").count() > 0
    assert played.box.get_by_text("\N{BALLOT X}").count() > 0
    press(played, "Hint")
    assert played.box.locator(".bw-hints li").all_inner_texts() == [played.widget.sheet["hints"][0]]
    fill(played, played.widget.task["right"])
    assert played.box.locator("input[aria-invalid=true]").count() == 0
    press(played, "Check")
    assert "cells are right. At the first try, in a row: 0." in played.words
    assert played.visit.problems == []


def test_by_keys_a_streak_grows_and_ends(played):
    played.box.get_by_label("place 0, d0").focus()
    for count in (1, 2):
        task = played.state("sheet")["tasks"][played.state("at")]
        for text in chain(*texts(task["right"])):
            played.page.keyboard.type(text)
            played.page.keyboard.press("Tab")
        played.box.locator(".bw-sheet input").last.press("Enter")
        assert played.words.endswith(f"in a row: {count}.")
        assert played.state("streak") == count
        played.box.get_by_role("button", name="Another").press("Enter")
    assert played.page.evaluate("document.activeElement.labels[0].innerText") == "place 0, d0"
    played.page.keyboard.type("x")
    played.page.keyboard.press("Enter")
    assert "No number: place 0, d0." in played.words and played.state("streak") == 2
    played.page.keyboard.press("Backspace")
    played.page.keyboard.type("99")
    played.page.keyboard.press("Enter")
    assert re.match(r"0 of \d+ cells are right\. Look again at place 0, d0\. Still", played.words)
    assert played.state("streak") == 0


def test_show_me_opens_after_a_try_and_fills_the_table(play):
    played = play(Drill(kind="logits"))
    played.box.get_by_label("z, row 0", exact=True).fill("7")
    press(played, "Check")
    press(played, "Show me")
    cells = played.box.locator(".bw-sheet input").evaluate_all("all => all.map(one => one.value)")
    assert cells[8:] == ["0.013", "0.035", "0.696", f"{MINUS}0.744"]
    assert played.box.get_by_role("button", name="Check").is_disabled()
    press(played, "Another")
    assert played.state("cells") == [] and played.state("shown") is False
    assert played.state("at") > 0


def test_python_sets_another_task(played):
    assert Drill(kind="scatter").given == KINDS["scatter"].example
    asked = Drill(kind="scatter", given={"ids": [0], "G": [[7, 8, 9]], "V": 2})
    played.box.get_by_label("place 0, d0").fill("7")
    played.set(sheet=asked.sheet)
    assert played.words == asked.words() and "The ids [0] were read" in played.words
    assert played.box.locator(".bw-sheet input").count() == 6
    assert played.state("cells") == []
    asked.at = 3
    asked.kind = "rotation"
    assert (asked.given, asked.at) == (KINDS["rotation"].example, 0)
    level = Drill(kind="logits", given={"E": [[0, 0], [1, 0]], "h": [0, 1], "target": 1})
    assert "shares of the scores" not in level.still()._repr_html_()  # a sum of 0 has no shares
