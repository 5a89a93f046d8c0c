"""Ask a learner's function again, to see whether its answer changes when one input does."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bothends.exercises.engine.attempt import expect
from bothends.exercises.engine.exercise import Case, Exercise
from bothends.exercises.engine.outcome import Outcome, quietly
from bothends.exercises.engine.slips import is_equal

TRIES = 3


def ignored(exercise: Exercise, outcomes: Sequence[Outcome], function: Callable) -> str | None:
    """Return the one input that the answer does not depend on, though it should."""
    names = list(outcomes[0].case.inputs)
    answered = [outcome for outcome in outcomes if outcome.answer]
    if len(names) < 2 or not answered:
        return None
    found = [name for name in names if _is_ignored(exercise, name, answered, function)]
    return found[0] if len(found) == 1 else None


def _is_ignored(
    exercise: Exercise, name: str, answered: Sequence[Outcome], function: Callable
) -> bool:
    tries = 0
    for outcome in answered:
        for case in _variants(exercise, name, outcome.case):
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


def _variants(exercise: Exercise, name: str, case: Case) -> Iterator[Case]:
    """Yield the case with other values of one input, where the right answer changes."""
    right = expect(exercise, case)
    for value in _other_values(exercise, name, case.inputs[name]):
        variant = replace(case, inputs={**case.inputs, name: value})
        try:
            changed = expect(exercise, variant)
        except Exception:
            continue
        if (changed.shape, changed.cells) != (right.shape, right.cells):
            yield variant


def _other_values(exercise: Exercise, name: str, value: Any) -> Iterator[Any]:
    for case in exercise.cases():
        other = case.inputs[name]
        if type(other) is type(value) and other != value:
            yield other
    if isinstance(value, list):
        yield value[::-1]
        yield value[1:] + value[:1]
    elif type(value) is int:
        yield value + 1
