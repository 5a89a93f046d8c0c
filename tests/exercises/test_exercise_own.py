"""Own numbers: the same on every machine, small, never degenerate, and right by torch."""

import ast
import re
from itertools import combinations

import pytest
import torch
from torch.nn import functional as F

from bothends.exercises import check, hint
from bothends.exercises.engine.answers import read
from bothends.exercises.engine.catalogue import find
from bothends.exercises.engine.personal import KINDS, handed_in_by, numbers, plain_name
from tests.exercises import by_torch
from tests.exercises.told import not_yet

PRINTED = {
    "lookup-rows-by-hand": {"table": [[6, 2], [1, 7], [5, 6], [7, 6]], "ids": [2, 2, 0, 1]},
    "head-four-logits": {"E": [[0, 1], [2, 0], [1, -1], [0, -1]], "h": [2, 0], "target": 1},
    "tying-two-paths": {
        "table": [[0, 0], [3, 1], [3, 0], [1, 2]],
        "token": 2,
        "target": 1,
        "p": [0.3, 0.1, 0.2, 0.4],
    },
}
NAMES = [f"student-{number}" for number in range(200)]

each_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture
def given(capsys):
    """Return by their labels the numbers that a learner is shown."""

    def given(exercise_id):
        numbers(exercise_id)
        found = {}
        for block in capsys.readouterr().out.strip().split("\n\n")[1:]:
            if ":\n" in block:
                label, _, rows = block.partition(":\n")
                found[label] = [
                    [float(cell) for cell in re.sub(r"^ *\[\d\] ", "", row).split(", ")]
                    for row in rows.splitlines()
                ]
            else:
                label, _, value = block.partition(" = ")
                found[label] = ast.literal_eval(value)
        return found

    return given


def by_autograd(table, token, target, p):
    weight = torch.tensor(table, dtype=torch.float64, requires_grad=True)
    hidden = F.embedding(torch.tensor([token]), weight, padding_idx=0)
    logits = hidden @ weight.T
    bias = torch.tensor(p, dtype=torch.float64).log() - logits.detach()
    F.cross_entropy(logits + bias, torch.tensor([target])).backward()
    return weight.grad


def by_complex_numbers(q, k):
    turns = torch.tensor([1, 1j, -1], dtype=torch.complex128)
    queries, keys = complex(*q) * turns, complex(*k) * turns
    return torch.outer(queries.conj(), keys).real


ORACLES = {
    "lookup-rows-by-hand": by_torch.rows,
    "scatter-gradient-by-hand": by_torch.gradient,
    "head-four-logits": by_torch.four_logits,
    "tying-two-paths": by_autograd,
    "rotation-turn-by-hand": by_torch.turned,
    "relative-nine-scores": by_complex_numbers,
}


@each_kind
def test_for_every_student_each_mistake_gives_another_answer(kind):
    for name in NAMES:
        exercise = find(f"{kind}/spring/{name}")
        kept_apart = exercise.misconceptions[: KINDS[kind][2]]
        answers = [exercise.reference(), *(one.answer() for one in kept_apart)]
        for one, two in combinations(answers, 2):
            one, two = (torch.tensor(answer, dtype=torch.float64) for answer in (one, two))
            assert one.shape != two.shape or (one - two).abs().max() > 1e-3, (name, one, two)


@each_kind
def test_the_reference_is_right_and_each_mistake_is_named(kind, given):
    for name in NAMES[:10]:
        exercise_id = f"{kind}/spring/{name}"
        exercise = find(exercise_id)
        answer = ORACLES[kind](**given(exercise_id))
        assert check(exercise_id, answer)
        reference = torch.tensor(exercise.reference(), dtype=torch.float64)
        torch.testing.assert_close(reference, answer, rtol=0, atol=1e-12, check_dtype=False)
        for mistake in exercise.misconceptions:
            wrong = torch.tensor(mistake.answer(), dtype=torch.float64)
            if wrong.shape != reference.shape or (wrong - reference).abs().max() > 1e-3:
                assert not_yet(exercise_id, mistake.answer).mistake in (mistake.name, None)


@each_kind
def test_numbers_are_small_and_hardly_two_students_have_the_same(kind, given):
    tasks = [given(f"{kind}/spring/{name}") for name in NAMES[:100]]
    cells = [cell for task in tasks for value in task.values() for cell in read(value).cells]
    assert all(abs(cell) <= 9 and (cell == int(cell) or 0 < cell < 1) for cell in cells)
    assert len({str(task) for task in tasks}) >= 0.9 * len(tasks)


@each_kind
def test_numbers_follow_from_exercise_seed_and_name(kind, given):
    task = given(f"{kind}/spring/ada-lovelace")
    assert task == given(f"{kind}/spring/Ada Lovelace") == given(f"{kind}/spring/ADA_LOVELACE")
    assert task != given(f"{kind}/autumn/ada-lovelace")
    assert task != given(f"{kind}/spring/ada")


@pytest.mark.parametrize("kind", PRINTED)
def test_these_numbers_never_change(kind, given):
    """A key of answers that was printed in spring must hold in summer."""
    assert given(f"{kind}/spring/ada") == PRINTED[kind]


def test_the_scores_are_whole_and_small_enough_for_the_powers_that_are_given():
    for name in NAMES[:50]:
        scores = find(f"head-four-logits/spring/{name}").reference()[0]
        assert set(scores) <= {0, 1, 2, 3, 4}


@each_kind
def test_all_but_the_numbers_is_the_exercise_of_the_book(kind):
    mine, book = find(f"{kind}/spring/ada"), find(kind)
    assert mine.id == f"{kind}/spring/ada"
    for field in ("title", "minutes", "difficulty", "kind", "atol"):
        assert getattr(mine, field) == getattr(book, field)
    assert [one.name for one in mine.misconceptions] == [one.name for one in book.misconceptions]


def test_own_numbers_are_of_tables_only():
    assert {find(kind).kind for kind in KINDS} == {"table"}


def test_a_hint_opens_by_the_whole_id(capsys):
    hint("relative-nine-scores/spring/ada")
    assert "Five numbers are enough" in capsys.readouterr().out
    assert "(2, 1)" not in find("relative-nine-scores/spring/ada").hints[2]


@pytest.mark.parametrize(
    ("exercise_id", "words"),
    [
        ("lookup-rows-by-hand/spring/", "no name: write yours"),
        ("lookup-rows-by-hand/spring", "no name: write yours"),
        ("lookup-rows-by-hand/spring/--", "no name: write yours"),
        (
            "lookup-any-shape/spring/ada",
            "'lookup-any-shape' has no numbers of your own: there are lookup-rows",
        ),
    ],
)
def test_an_id_without_numbers_is_refused(exercise_id, words):
    with pytest.raises(ValueError, match=words):
        find(exercise_id)


def test_a_name_is_its_letters_and_digits():
    assert plain_name(" Zo\u00eb  O'Neil_2 ") == plain_name("zoe\u0308-o-neil-2")
    assert plain_name("a/b") == "a-b"


def test_the_folder_says_whose_notebook_it_is(tmp_path, monkeypatch):
    (tmp_path / "Ada/own_numbers").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "Ada/own_numbers")
    assert handed_in_by("ada")
    with pytest.raises(ValueError, match="numbers of 'bob', and handed in by 'Ada'"):
        handed_in_by("bob")
