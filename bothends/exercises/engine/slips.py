"""Whether a slip, a misconception or a relation, gives the learner's own wrong numbers."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import replace

from bothends.exercises.engine.answers import Answer, read
from bothends.exercises.engine.compare import equal
from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.outcome import Outcome
from bothends.exercises.engine.relations import Relation

NUMERIC = (ArithmeticError, ValueError)  # what math.exp and math.log raise
FEW = 2  # wrong numbers of one case that a relation gives by no accident

Slip = Misconception | Relation
View = Callable[[Answer], Answer | None]  # takes a part of an answer; None where there is none


def whole(answer: Answer) -> Answer:
    """Take all of an answer."""
    return answer


def agrees(exercise: Exercise, slip: Slip, outcomes: Sequence[Outcome], view: View = whole) -> bool:
    """Say whether a slip gives the learner's own numbers in every case that both answer.

    It must do so in a case that the learner gets wrong, and leave no more of these open than it
    answers. An error that both raise counts like an answer; a relation explains no other error,
    and wants more than one wrong number.
    """
    forms = (slip.answer, *slip.also) if isinstance(slip, Misconception) else (slip.answer,)
    return any(_agrees(exercise, replace(slip, answer=one), outcomes, view) for one in forms)


def _agrees(exercise: Exercise, slip: Slip, outcomes: Sequence[Outcome], view: View) -> bool:
    shown: list[tuple[Outcome, View]] = []
    left_open = 0
    for outcome in sorted(outcomes, key=lambda one: one.is_right):
        received = outcome.answer and view(outcome.answer)
        wrong = said(slip, outcome.case)
        if received is None:
            if not _may_be_silent(exercise, slip, outcome, wrong):
                return False
            if outcome.raised is not None and type(outcome.raised) is wrong:
                shown.append((outcome, view))
            continue
        if isinstance(wrong, type) and isinstance(slip, Misconception):
            return False
        expected = view(outcome.expected)
        is_right = is_equal(exercise, expected, received)
        wrong = view(wrong) if isinstance(wrong, Answer) else None
        if wrong is None:
            left_open += not is_right
        elif not alike(exercise, wrong, received):
            return False
        elif not is_right:
            if is_equal(exercise, expected, wrong):
                return False
            shown.append((outcome, view))
    return len(shown) >= max(1, left_open) and (_is_sure(slip) or _varied(shown))


def _is_sure(slip: Slip) -> bool:
    return isinstance(slip, Misconception) or slip.is_sure


def _may_be_silent(
    exercise: Exercise, slip: Slip, outcome: Outcome, wrong: Answer | type | None
) -> bool:
    """Say whether a slip goes with a case that the learner has no answer to."""
    if isinstance(wrong, Answer) and is_equal(exercise, outcome.expected, wrong):
        return False
    raised = outcome.raised is not None or outcome.is_late
    return isinstance(slip, Misconception) or not raised or type(outcome.raised) is wrong


def _varied(shown: Sequence[tuple[Outcome, View]]) -> bool:
    """Say whether wrong answers are more than a few numbers that may be so by chance."""
    pairs = [(view(one.expected), view(one.answer)) for one, view in shown if one.answer]
    if len(pairs) > 1 or any(one.shape != two.shape for one, two in pairs):
        return True
    cells = (zip(one.cells, two.cells, strict=True) for one, two in pairs)
    return sum(one != two for both in cells for one, two in both) >= FEW


def said(slip: Slip, case: Case, form: Callable | None = None) -> Answer | type | None:
    """Return what a slip, in one of its forms, answers to a case; or the type of its error."""
    try:
        return read((form or slip.answer)(*copy.deepcopy(list(case.inputs.values()))))
    except NUMERIC as error:
        known = NUMERIC if isinstance(slip, Misconception) else ArithmeticError
        return type(error) if isinstance(error, known) else None
    except Exception:
        return None


def is_equal(exercise: Exercise, one: Answer | None, two: Answer | None) -> bool:
    """Say whether two answers are equal as the exercise counts it."""
    return one is not None and two is not None and equal(one, two, exercise.rtol, exercise.atol)


def alike(exercise: Exercise, one: Answer, two: Answer) -> bool:
    """Say whether two wrong answers are equal; here NaN is like NaN."""
    plain = (
        Answer(answer.shape, ["nan" if cell != cell else cell for cell in answer.cells])
        for answer in (one, two)
    )
    return is_equal(exercise, *plain)


def is_wrong(exercise: Exercise, outcome: Outcome, view: View = whole) -> bool:
    """Say whether the numbers of an answer differ from the expected ones."""
    answer = outcome.answer
    return bool(answer) and not is_equal(exercise, view(outcome.expected), view(answer))
