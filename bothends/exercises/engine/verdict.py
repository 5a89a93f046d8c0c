"""Judge an answer: the cases, the questions in their order, and what they find."""

import copy
from collections.abc import Callable

from bothends.exercises.engine.answers import Answer, UnreadableError, read
from bothends.exercises.engine.attempt import NotAttemptedError, TroubleError, expect, run
from bothends.exercises.engine.compare import equal
from bothends.exercises.engine.criteria import QUESTIONS
from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.finding import Finding

NUMERIC = (ArithmeticError, ValueError)  # what math.exp and math.log raise


def judge(exercise: Exercise, function: Callable) -> Finding | None:
    """Return what is wrong with a learner's function; None if it is right.

    Raises:
        NotAttemptedError: there is no answer yet.

    """
    for number, case in enumerate(exercise.cases(), 1):
        finding = _judge_case(exercise, case, number, function)
        if finding:
            return finding
    return _judge_rule(exercise, function)


def _judge_rule(exercise: Exercise, function: Callable) -> Finding | None:
    try:
        broken = exercise.rule and exercise.rule(function)
        return Finding(exercise, broken) if broken else None
    except TroubleError as trouble:
        text = f"All cases are right, but not one more that is tried at the end. {trouble}"
        return Finding(exercise, text, raised=trouble.raised_name)


def _judge_case(exercise: Exercise, case: Case, number: int, function: Callable) -> Finding | None:
    try:
        attempt = run(exercise, case, function)
    except NotAttemptedError as silence:
        if number == 1:
            raise
        return Finding(exercise, f"For this input: {silence}", case, number)
    except TroubleError as trouble:
        mistake = name_raised(exercise, case, trouble.raised)
        return Finding(exercise, str(trouble), case, number, mistake, trouble.raised_name)
    for question in QUESTIONS:
        problem = question(attempt)
        if problem:
            mistake = name_mistake(exercise, case, attempt.answer)
            shown = {} if problem.marked is None else {"attempt": attempt, "marked": problem.marked}
            return Finding(exercise, problem.text, case, number, mistake, **shown)
    return None


def name_mistake(exercise: Exercise, case: Case, answer: Answer) -> Misconception | None:
    """Return the misconception whose code gives the learner's own wrong numbers for this case."""
    if equal(expect(exercise, case), answer, exercise.rtol, exercise.atol):
        return None  # what is wrong is not the numbers; a mistake may be right by accident
    for mistake in exercise.misconceptions:
        try:
            wrong = read(mistake.answer(*copy.deepcopy(list(case.inputs.values()))))
        except (UnreadableError, LookupError, *NUMERIC):  # it has no answer to this case
            continue
        if equal(wrong, answer, exercise.rtol, exercise.atol):
            return mistake
    return None


def name_raised(
    exercise: Exercise, case: Case, raised: BaseException | None
) -> Misconception | None:
    """Return the misconception whose code raises the learner's own error for this case."""
    if not isinstance(raised, NUMERIC):
        return None
    for mistake in exercise.misconceptions:
        try:
            mistake.answer(*copy.deepcopy(list(case.inputs.values())))
        except LookupError:
            continue
        except NUMERIC as error:
            if type(error) is type(raised):
                return mistake
    return None
