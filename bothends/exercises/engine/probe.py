"""Ask a learner's function again, to see whether its answer changes when one input does."""

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from bothends.exercises.engine.answers import read
from bothends.exercises.engine.attempt import expect
from bothends.exercises.engine.exercise import Case, Exercise
from bothends.exercises.engine.outcome import Outcome, quietly
from bothends.exercises.engine.relations import shapes
from bothends.exercises.engine.slips import is_equal

TRIES = 8
Others = Callable[[Exercise, str, Any], Iterator[Any]]


def ignored(exercise: Exercise, outcomes: Sequence[Outcome], function: Callable) -> str | None:
    """Return the one input that the answer does not depend on, though it should."""
    return _one(exercise, outcomes, function, _other_values)


def order_ignored(
    exercise: Exercise, outcomes: Sequence[Outcome], function: Callable
) -> str | None:
    """Return the one input whose order the answer does not depend on, though it should."""
    return _one(exercise, outcomes, function, _other_orders)


def _one(
    exercise: Exercise, outcomes: Sequence[Outcome], function: Callable, others: Others
) -> str | None:
    names = list(outcomes[0].case.inputs)
    answered = [outcome for outcome in outcomes if outcome.answer]
    if len(names) < 2 or not answered:
        return None
    found = [name for name in names if _is_ignored(exercise, name, answered, function, others)]
    return found[0] if len(found) == 1 else None


def _is_ignored(
    exercise: Exercise, name: str, answered: Sequence[Outcome], function: Callable, others: Others
) -> bool:
    """Try other values in turn, those of each case once before any case is tried again."""
    tries = 0
    turns = [_variants(exercise, name, outcome.case, others) for outcome in answered]
    for outcome, variants in zip(answered * 2, turns * 2, strict=True):
        for case in islice(variants, 3):
            (again,) = quietly(exercise, [case], function)
            if (
                not again
                or not again.answer
                or not is_equal(exercise, outcome.answer, again.answer)
            ):
                return False
            tries += 1
            if tries == TRIES:
                return True
    return tries > 1


def _variants(exercise: Exercise, name: str, case: Case, others: Others) -> Iterator[Case]:
    """Yield the case with other values of one input, where the right answer changes."""
    right = expect(exercise, case)
    for value in others(exercise, name, case.inputs[name]):
        variant = replace(case, inputs={**case.inputs, name: value})
        try:
            changed = expect(exercise, variant)
        except Exception:
            continue
        if (changed.shape, changed.cells) != (right.shape, right.cells):
            yield variant


def _other_values(exercise: Exercise, name: str, value: Any) -> Iterator[Any]:
    """Yield one cell changed at a time, and the values that other cases have."""
    if type(value) is int:
        yield value + 1
    for at in (0, -1) if isinstance(value, list) and value else ():
        yield _with_a_cell_changed(value, at)
    for case in exercise.cases():
        other = case.inputs[name]
        if type(other) is type(value) and other != value and _shape(other) == _shape(value):
            yield other
    yield from _other_orders(exercise, name, value)


def _shape(value: Any) -> tuple[int, ...]:
    return read(value).shape


def _with_a_cell_changed(value: list, at: int) -> list:
    """Put another of its values into the first or last cell; a measure grows by 1."""
    changed = copy.deepcopy(value)
    row = changed
    while isinstance(row[at], list) and row[at]:
        row = row[at]
    cell = row[at]
    others = (other for other in shapes.cells(value) if other != cell)
    row[at] = cell + 1.0 if isinstance(cell, float) else next(others, cell)
    return changed


def _other_orders(exercise: Exercise, name: str, value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        yield value[::-1]
        yield value[1:] + value[:1]
