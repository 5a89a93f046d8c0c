"""The drills, against the package and the exercises, and under a reader's hands."""

import random
import re
from itertools import chain

import pytest
import torch

from bothends.exercises.engine.catalogue import every
from bothends.scatter import overwrite
from bothends.widgets import Drill
from bothends.widgets.drill import EXAMPLES, right
from tests.browser.widget import MINUS

KINDS = tuple(EXAMPLES)


@pytest.fixture
def played(play):
    return play(Drill())


@pytest.fixture(params=KINDS)
def kind(request):
    return request.param


def table_of(draw, rows, columns) -> list:
    return [[draw.randint(-9, 9) / 2 for _ in range(columns)] for _ in range(rows)]


def some(kind, draw) -> dict:
    V, D, T = draw.randint(2, 9), draw.randint(1, 5), draw.randint(1, 7)
    ids = [draw.randrange(V) for _ in range(T)]
    return {
        "lookup": {"table": table_of(draw, V, D), "ids": ids},
        "scatter": {"ids": ids, "upstream": table_of(draw, T, D), "vocab_size": V},
        "logits": {
            "table": table_of(draw, V, D),
            "hidden": table_of(draw, 1, D)[0],
            "target": draw.randrange(V),
        },
        "rotation": {
            "x": table_of(draw, 1, 4)[0],
            "positions": [draw.randrange(99) for _ in range(T)],
            "pairing": draw.choice(["halves", "pairs"]),
            "sign": draw.choice([1, -1]),
        },
    }[kind]


def texts(rows) -> list:
    return [["" if x is None else f"{x:.3f}" for x in row] for row in rows]


def fill(played, rows) -> None:
    inputs = played.box.locator(".bw-sheet input").all()
    for field, text in zip(inputs, chain(*texts(rows)), strict=True):
        field.fill(text)


def press(played, name) -> None:
    played.box.get_by_role("button", name=name).click()


def test_right_is_the_packages(played, kind):
    draw = random.Random(16)
    for given in (EXAMPLES[kind], *(some(kind, draw) for _ in range(20))):
        found = torch.tensor(played.call("right", kind, given), dtype=torch.float64)
        torch.testing.assert_close(found, right(kind, given), rtol=0, atol=1e-12)


def test_overwriting_is_the_packages(played):
    draw = random.Random(3)
    for _ in range(10):
        given = some("scatter", draw)
        wrong = {one["name"]: one["table"] for one in played.call("mistakes", "scatter", given)}
        upstream = torch.tensor(given["upstream"], dtype=torch.float64)
        by_package = overwrite(torch.tensor(given["ids"]), upstream, given["vocab_size"])
        repeats = not torch.equal(by_package, right("scatter", given))
        assert wrong.get("the last one wins") == (by_package.tolist() if repeats else None)


def test_a_seed_gives_one_task_and_its_mistakes_can_be_told_apart(played, kind):
    tasks = [played.call("draw", kind, seed) for seed in range(25)]
    assert tasks == [played.call("draw", kind, seed) for seed in range(25)]
    assert len({str(task) for task in tasks}) > 20
    met = set()
    for given in [EXAMPLES[kind], *tasks]:
        assert played.call("verdict", kind, given, texts(right(kind, given).tolist()))["solved"]
        for one in played.call("mistakes", kind, given):
            found = played.call("verdict", kind, given, texts(one["table"]))
            assert not found["solved"] and found["mistake"]["name"] == one["name"]
            met.add(one["name"])
    assert len(met) >= 5


def test_a_mistake_has_the_name_and_the_sentence_of_the_exercises(played, kind):
    said = {}
    for exercise in every():
        for one in exercise.misconceptions:
            said.setdefault(one.name, set()).add(one.says)
    tasks = [EXAMPLES[kind], *(played.call("draw", kind, seed) for seed in range(30))]
    here = {one["name"]: one["says"] for t in tasks for one in played.call("mistakes", kind, t)}
    assert len(here) >= 5
    for name, says in here.items():
        assert says in said[name], name


@pytest.mark.parametrize(
    ("text", "value"),
    [("", None), (" 2 ", 2), ("-0.5", -0.5), (f"{MINUS},5", -0.5), ("1e-3", 0.001)],
)
def test_a_cell_is_read_as_it_is_written(played, text, value):
    assert played.call("read", text) == value


def test_a_wrong_sign_is_wrong(played, kind):
    rows = right(kind, EXAMPLES[kind]).tolist()
    r, c = next((r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if abs(x) > 0.1)
    rows[r][c] *= -1
    marks = played.call("verdict", kind, EXAMPLES[kind], texts(rows))["marks"]
    assert marks[r][c] == "wrong" and list(chain(*marks)).count("wrong") == 1


def test_by_mouse_a_mistake_is_named_and_then_mended(play, kind):
    played = play(Drill(kind=kind))
    assert played.box.get_by_role("button", name="Hint").is_disabled()
    assert played.box.get_by_role("button", name="Show me").is_disabled()
    wrong = played.call("mistakes", kind, EXAMPLES[kind])[1]
    fill(played, wrong["table"])
    press(played, "Check")
    assert f"a known mistake, {wrong['name']}: " in played.words
    assert played.box.locator("input[aria-invalid=true]").count() > 0
    assert played.box.get_by_text("\N{BALLOT X}").count() > 0
    press(played, "Hint")
    assert played.box.locator(".bw-hints li").count() == 1
    fill(played, right(kind, EXAMPLES[kind]).tolist())
    assert played.box.locator("input[aria-invalid=true]").count() == 0
    press(played, "Check")
    assert "cells are right. At the first try, in a row: 0." in played.words
    assert played.visit.problems == []


def test_by_keys_a_streak_grows_and_ends(played):
    def type_rows(rows):
        for text in chain(*texts(rows)):
            played.page.keyboard.type(text)
            played.page.keyboard.press("Tab")

    played.box.get_by_label("place 0, d0").focus()
    for count in (1, 2):
        type_rows(right("lookup", played.state("given")).tolist())
        played.box.locator(".bw-sheet input").last.press("Enter")
        assert played.words.endswith(f"in a row: {count}.")
        assert played.state("streak") == count
        played.box.get_by_role("button", name="Another").press("Enter")
        assert played.state("given") == played.call("draw", "lookup", count)
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


def test_python_sets_another_task(played):
    assert Drill(kind="scatter").given == EXAMPLES["scatter"]
    asked = Drill(kind="scatter", given={"ids": [0], "upstream": [[7, 8, 9]], "vocab_size": 2})
    assert asked.given["ids"] == [0]
    played.box.get_by_label("place 0, d0").fill("7")
    played.set(kind=asked.kind, given=asked.given)
    assert played.words == asked.words()
    assert played.box.locator(".bw-sheet input").count() == 6
    assert played.state("cells") == []
    asked.kind = "rotation"
    assert asked.given == EXAMPLES["rotation"]
