"""Judge an answer: the cases in their order, then why the first wrong one is wrong."""

from collections.abc import Callable

from bothends.exercises.engine.attempt import NotAttemptedError, TroubleError, expect
from bothends.exercises.engine.exercise import Exercise
from bothends.exercises.engine.explain import explain
from bothends.exercises.engine.finding import Finding
from bothends.exercises.engine.outcome import Outcome, quietly, tried
from bothends.exercises.engine.remarks import remarks
from bothends.exercises.engine.slips import is_wrong


def judge(exercise: Exercise, function: Callable) -> Finding | None:
    """Return what is wrong with a learner's function; None if it is right.

    Raises:
        NotAttemptedError: there is no answer yet.

    """
    outcomes, cases = [], exercise.cases()
    for case in cases:
        try:
            outcomes.append(tried(exercise, case, function))
        except NotAttemptedError as silence:
            if not outcomes:
                raise
            words = f"For this input: {silence}"
            outcomes.append(Outcome(case, expect(exercise, case), trouble=words))
        if not outcomes[-1].is_right:
            return _finding(exercise, outcomes, function)
    return _judge_rule(exercise, function)


def _finding(exercise: Exercise, outcomes: list[Outcome], function: Callable) -> Finding:
    """Look at the cases that are left, and explain the one that failed."""
    number, failing = len(outcomes), outcomes[-1]
    if not failing.is_late:
        rest = quietly(exercise, exercise.cases()[number:], function)
        outcomes += [outcome for outcome in rest if outcome]
    named = ()
    if not failing.answer or is_wrong(exercise, failing):
        named = explain(exercise, outcomes, function)
    shown = failing.attempt if failing.problem and failing.problem.marked is not None else None
    return Finding(
        exercise,
        failing.problem.text if failing.problem else failing.trouble,
        case=failing.case,
        number=number,
        named=named,
        remarks=tuple(remarks(exercise, outcomes, number, is_named=bool(named))),
        raised=failing.raised_name,
        attempt=shown,
        marked=failing.problem.marked if shown else frozenset(),
    )


def _judge_rule(exercise: Exercise, function: Callable) -> Finding | None:
    try:
        broken = exercise.rule and exercise.rule(function)
        return Finding(exercise, broken) if broken else None
    except TroubleError as trouble:
        text = f"All cases are right, but not one more that is tried at the end. {trouble}"
        return Finding(exercise, text, raised=trouble.raised_name)
