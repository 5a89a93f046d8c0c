"""What one sees of a function from outside, without knowing what it does."""

from collections.abc import Callable, Sequence

from bothends.exercises.engine.criteria import changed_input
from bothends.exercises.engine.exercise import Exercise
from bothends.exercises.engine.outcome import Outcome, quietly
from bothends.exercises.engine.probe import ignored, order_ignored
from bothends.exercises.engine.relations import Relation


def seen(
    exercise: Exercise, outcomes: Sequence[Outcome], function: Callable
) -> tuple[Relation, ...]:
    """Return the one thing that is most likely the mistake, if anything is."""
    found = (
        _overwritten(outcomes)
        or _never_the_same(exercise, outcomes, function)
        or _always_the_same(outcomes)
        or _ignores(exercise, outcomes, function)
    )
    return (Relation(*found, answer=exercise.reference),) if found else ()


def _overwritten(outcomes: Sequence[Outcome]) -> tuple[str, str] | None:
    changed = [changed_input(one.attempt) for one in outcomes if one.attempt and not one.is_right]
    name = next(filter(None, changed), None)
    return name and (
        f"`{name}` overwritten",
        f"Your function changed its input `{name}` while it was at work: what it reads later is "
        "no longer what was given. Work on a copy.",
    )


def _never_the_same(
    exercise: Exercise, outcomes: Sequence[Outcome], function: Callable
) -> tuple[str, str] | None:
    first = next((one for one in outcomes if one.answer and not one.is_right), None)
    (again,) = quietly(exercise, [first.case], function) if first else (None,)
    if not again or not again.answer or again.answer.cells == first.answer.cells:
        return None
    if any(cell != cell for cell in first.answer.cells):  # NaN equals nothing
        return None
    return (
        "another answer each time",
        "Asked the same twice, your function gives two answers: something in it is drawn at "
        "random, or is kept from one call to the next.",
    )


def _always_the_same(outcomes: Sequence[Outcome]) -> tuple[str, str] | None:
    answers = {(one.answer.shape, tuple(one.answer.cells)) for one in outcomes if one.answer}
    if len(answers) != 1 or len([one for one in outcomes if one.answer]) < 3:
        return None
    return "the same answer for all", "Your answer is the same in every case, whatever the inputs."


def _ignores(
    exercise: Exercise, outcomes: Sequence[Outcome], function: Callable
) -> tuple[str, str] | None:
    name = ignored(exercise, outcomes, function)
    if name:
        return (
            f"`{name}` ignored",
            f"Change `{name}`, and your answer stays what it is; the right one does not.",
        )
    name = order_ignored(exercise, outcomes, function)
    return name and (
        f"the order of `{name}` ignored",
        f"Put the items of `{name}` in another order, and your answer stays what it is; the right "
        "one does not. Which item stands where is meant.",
    )
