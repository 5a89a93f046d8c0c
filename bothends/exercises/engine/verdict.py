"""Judge an answer: the cases, the questions in their order, and the message."""

import copy
from collections.abc import Callable

from bothends.exercises.engine.answers import Answer, UnreadableError, read
from bothends.exercises.engine.attempt import Attempt, NotAttemptedError, TroubleError, expect, run
from bothends.exercises.engine.compare import equal
from bothends.exercises.engine.criteria import QUESTIONS, Problem
from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.format import list_text
from bothends.exercises.engine.message import MAX_SHOWN, Grid, Message

Blocks = tuple[str | Grid, ...]
NUMERIC = (ArithmeticError, ValueError)  # what math.exp and math.log raise


def judge(exercise: Exercise, function: Callable) -> Message | None:
    """Return what to tell the learner about a wrong answer; None if it is right.

    Raises:
        NotAttemptedError: there is no answer yet.

    """
    cases = exercise.cases()
    for number, case in enumerate(cases, 1):
        blocks = _complain(exercise, case, function, is_first=number == 1)
        if blocks:
            return _message(exercise, _headline(exercise, case, number, len(cases)), blocks)
    broken = _broken_rule(exercise, function)
    return _message(exercise, f"Not yet: {exercise.id}", (broken,)) if broken else None


def _broken_rule(exercise: Exercise, function: Callable) -> str | None:
    try:
        return exercise.rule and exercise.rule(function)
    except TroubleError as trouble:
        return f"All cases are right, but not one more that is tried at the end. {trouble}"


def _message(exercise: Exercise, headline: str, blocks: Blocks) -> Message:
    return Message(headline, (*blocks, f'Stuck? `hint("{exercise.id}")` opens a hint.'))


def _complain(exercise: Exercise, case: Case, function: Callable, *, is_first: bool) -> Blocks:
    """Return what is wrong with the answer to one case; nothing if it is right."""
    try:
        attempt = run(exercise, case, function)
    except NotAttemptedError as silence:
        if is_first:
            raise
        return (f"For this input: {silence}", *_inputs(case))
    except TroubleError as trouble:
        mistake = name_raised(exercise, case, trouble.raised)
        return (*_named(mistake), str(trouble), *_inputs(case))
    for question in QUESTIONS:
        problem = question(attempt)
        if problem:
            return _explain(attempt, problem)
    return ()


def _headline(exercise: Exercise, case: Case, number: int, total: int) -> str:
    if total == 1:
        return f"Not yet: {exercise.id}"
    note = f" ({case.note})" if case.note else ""
    return f"Not yet: {exercise.id}, case {number} of {total}{note}"


def _explain(attempt: Attempt, problem: Problem) -> Blocks:
    mistake = name_mistake(attempt.exercise, attempt.case, attempt.answer)
    grids = () if problem.marked is None else _grids(attempt, problem.marked)
    return (*_named(mistake), problem.text, *_inputs(attempt.case), *grids)


def _named(mistake: Misconception | None) -> tuple[str, ...]:
    return (f"This looks like: {mistake.name}. {mistake.says}",) if mistake else ()


def _inputs(case: Case) -> tuple[str, ...]:
    lines = [f"  {name} = {list_text(read(value))}" for name, value in case.inputs.items()]
    return ("\n".join(["Input:", *lines]),) if lines else ()


def _grids(attempt: Attempt, marked: frozenset[int]) -> tuple[Grid, ...]:
    """Show both answers of a function; of a table only the learner's; of a choice nothing."""
    kind, answer, expected = attempt.exercise.kind, attempt.answer, attempt.expected
    note = "; what differs is marked" if marked else ""
    first = _first_row(answer, marked)
    received = Grid(f"Received, shape {answer.shape}{note}", answer, marked, first)
    if kind == "function":
        return Grid(f"Expected, shape {expected.shape}", expected, first=first), received
    return (received,) if kind == "table" else ()


def _first_row(answer: Answer, marked: frozenset[int]) -> int:
    """Return the row from which to show a long answer, so that a marked cell is in view."""
    if not marked or not answer.shape:
        return 0
    row = min(marked) // answer.shape[-1]
    return row if row >= MAX_SHOWN else 0


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
