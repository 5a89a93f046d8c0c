"""The tasks of a drill: an exercise by hand, with other numbers each time.

Right answers, mistakes and hints are those of the exercise. They are worked out here, for some
drawn numbers; a page compares what is typed with them, and needs no Python.
"""

import re
from functools import cache
from itertools import chain
from random import Random
from typing import Any

from bothends.exercises.engine.answers import Answer, read
from bothends.exercises.engine.exercise import Exercise
from bothends.exercises.engine.generate import distinct
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
    pairs = [distinct(spec.make, spec.invent, draw) for _ in range(DRAWN)]
    said = ((one.name, one.says) for _, exercise in pairs for one in exercise.misconceptions)
    mistakes = list(dict.fromkeys(said))
    return mistakes, [_task(spec.words(given), one, mistakes) for given, one in pairs]


def _task(given: dict[str, Any], exercise: Exercise, known: list[tuple[str, str]]) -> dict:
    answer = read(exercise.reference())
    (right,) = _typed(answer, answer.shape)
    mistakes = []
    for one in exercise.misconceptions:
        try:
            wrong = _typed(read(one.answer()), answer.shape)
        except ArithmeticError:  # it has no answer to these numbers
            continue
        at = known.index((one.name, one.says))
        mistakes += [[at, rows] for rows in wrong if _fails(rows, right)]
    return {"given": given, "right": right, "mistakes": mistakes}


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
