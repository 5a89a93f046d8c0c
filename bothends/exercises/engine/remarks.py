"""What else a learner may want to know of a wrong answer: which cases are right, what changed."""

from collections.abc import Iterator, Sequence

from bothends.exercises.engine.criteria import changed_input
from bothends.exercises.engine.exercise import Exercise
from bothends.exercises.engine.outcome import Outcome


def remarks(exercise: Exercise, outcomes: Sequence[Outcome], number: int) -> Iterator[str]:
    """Yield sentences about the other cases, and about an input that was changed."""
    failing, total = outcomes[number - 1], len(exercise.cases())
    right = sum(outcome.is_right for outcome in outcomes)
    others = [at for at, one in enumerate(outcomes, 1) if not one.is_right and at != number]
    if right and not others and len(outcomes) == total:
        yield "All other cases are right."
    elif right:
        also = ", ".join(_case(outcomes[at - 1], at) for at in others)
        yield f"{right} of {total} cases are right. Wrong as well: {also}."
    yield from _only_where(outcomes)
    changed = failing.attempt and failing.problem and changed_input(failing.attempt)
    if changed and "changed its input" not in failing.problem.text:
        yield f"Your function also changed its input `{changed}`. Work on a copy."


def _case(outcome: Outcome, number: int) -> str:
    return f"case {number} ({outcome.case.note})" if outcome.case.note else f"case {number}"


def _only_where(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield which word among the inputs decides whether the answer is right."""
    for name, value in outcomes[0].case.inputs.items():
        if not isinstance(value, str):
            continue
        right = {one.case.inputs[name] for one in outcomes if one.is_right}
        wrong = {one.case.inputs[name] for one in outcomes if not one.is_right}
        if right and wrong and not right & wrong and len(outcomes) > len(right | wrong):
            words = " or ".join(f'"{one}"' for one in sorted(wrong))
            yield f"It is wrong wherever `{name}` is {words}, and right elsewhere."
