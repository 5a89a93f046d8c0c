"""What else a learner may want to know of a wrong answer: which cases are right, what changed."""

from collections.abc import Iterator, Sequence

from bothends.exercises.engine.causes import cause
from bothends.exercises.engine.criteria import changed_input
from bothends.exercises.engine.exercise import Exercise
from bothends.exercises.engine.features import only_where
from bothends.exercises.engine.outcome import Outcome
from bothends.exercises.engine.places import places
from bothends.exercises.engine.slips import is_wrong


def remarks(
    exercise: Exercise, outcomes: Sequence[Outcome], number: int, *, is_named: bool
) -> Iterator[str]:
    """Yield sentences about an error, about the other cases, and about an input that was changed.

    What sets the failing cases apart is only said where no mistake is named.
    """
    failing, total = outcomes[number - 1], len(exercise.cases())
    if failing.raised is not None:
        yield from filter(None, [cause(failing.raised)])
    right = sum(outcome.is_right for outcome in outcomes)
    others = [at for at, one in enumerate(outcomes, 1) if not one.is_right and at != number]
    if right and not others and len(outcomes) == total:
        yield "All other cases are right."
    elif right:
        also = ", ".join(_case(outcomes[at - 1], at) for at in others)
        yield f"{right} of {total} cases are right. Wrong as well: {also}."
    numbers = not failing.answer or is_wrong(exercise, failing)
    if numbers and not is_named:
        yield from filter(None, [places(exercise, outcomes)])
    where = only_where(outcomes)
    if where and ('"' in where or (numbers and not is_named)):
        yield where
    changed = failing.attempt and failing.problem and changed_input(failing.attempt)
    if changed and "changed its input" not in failing.problem.text:
        yield f"Your function also changed its input `{changed}`. Work on a copy."


def _case(outcome: Outcome, number: int) -> str:
    return f"case {number} ({outcome.case.note})" if outcome.case.note else f"case {number}"
