"""The tasks of a drill: an exercise by hand, with other numbers each time.

Right answers, mistakes and hints are those of the exercise. They are worked out here, for some
drawn numbers; a page compares what is typed with them, and needs no Python.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from random import Random
from typing import Any

from bothends.exercises.engine import generate
from bothends.exercises.engine.answers import Answer, read
from bothends.exercises.engine.exercise import Exercise, Misconception
from bothends.widgets.base import number, vector
from bothends.widgets.by_hand import KINDS

DRAWN = 100  # tasks of each kind
DECIMALS = 3


def sheet(kind: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return a drill's words and its tasks, as JSON has them: the given task, then drawn ones.

    A task has what is `given`, the `right` table, and `mistakes`: for each the place of its name in
    the sheet's `mistakes`, and the table as somebody who makes it fills it in.
    """
    spec, (mistakes, drawn) = KINDS[kind], _drawn(kind)
    exercise = spec.make(**given)
    tasks = [_task(spec.words(given), exercise, mistakes), *drawn]
    return {**spec.sheet, "hints": exercise.hints, "mistakes": mistakes, "tasks": tasks}


def filled_in(pattern: str, given: dict[str, Any], t: int | None = None) -> str:
    """Return a pattern with what is given, or its entry `t`, in place of the names in braces."""

    def text(name: re.Match) -> str:
        if name[1] == "t":
            return str(t)
        value = given[name[1]] if t is None else given[name[1]][t]
        write = vector if isinstance(value, list) else str if isinstance(value, str) else number
        return write(value)

    return re.sub(r"\{(\w+)\}", text, pattern)


@cache
def _drawn(kind: str) -> tuple[list[tuple[str, str]], list[dict]]:
    """Return the mistakes that drawn tasks bring out, by name and sentence, and these tasks."""
    spec, draw = KINDS[kind], Random(kind)
    *_, first_edition = generate.KINDS[spec.make(**spec.example).id]
    pairs = [generate.distinct(spec.make, spec.invent, draw, first_edition) for _ in range(DRAWN)]
    shown = (pair for _, exercise in pairs for pair in _mistakes(exercise))
    mistakes = list(dict.fromkeys((one.name, one.says) for one, _ in shown))
    return mistakes, [_task(spec.words(given), one, mistakes) for given, one in pairs]


def _task(given: dict[str, Any], exercise: Exercise, known: list[tuple[str, str]]) -> dict:
    (right,) = _right(exercise)
    mistakes: list[list] = []
    for one, rows in _mistakes(exercise):
        if rows not in (known_rows for _, known_rows in mistakes):  # the first one is told
            mistakes.append([known.index((one.name, one.says)), rows])
    return {"given": given, "right": right, "mistakes": mistakes}


def _right(exercise: Exercise) -> list[list[list]]:
    answer = read(exercise.reference())
    return _typed(answer, answer.shape)


def _mistakes(exercise: Exercise) -> Iterator[tuple[Misconception, list[list]]]:
    """Yield each mistake that can be filled into the table, and the table as it fills it in."""
    (right,) = _right(exercise)
    for one in exercise.misconceptions:
        try:
            ways = _typed(read(one.answer()), (len(right), len(right[0])))
        except ArithmeticError:  # it has no answer to these numbers
            continue
        yield from ((one, rows) for rows in ways if _fails(rows, right))


def _typed(answer: Answer, shape: tuple[int, int]) -> list[list[list]]:
    """Return the ways to fill an answer into a table of this shape; what stays empty is None."""
    R, C = shape
    cells = [int(cell) if cell == int(cell) else round(cell, DECIMALS) for cell in answer.cells]
    if answer.shape == (C,):
        return [[cells] + [[None] * C] * (R - 1), [cells] * R]
    if len(answer.shape) != 2 or answer.shape[0] > R or answer.shape[1] != C:
        return []
    rows = [cells[at : at + C] for at in range(0, len(cells), C)]
    return [rows + [[None] * C] * (R - len(rows))]


def _fails(rows: list[list], right: list[list]) -> bool:
    """Say whether a cell that is filled_in in is wrong: what is empty may still come."""
    pairs = zip(chain(*rows), chain(*right), strict=True)
    return any(one is not None and one != other for one, other in pairs)
