"""What came of the cases: where an answer fails first, and how the other cases went."""

import io
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

from bothends.exercises.engine.answers import Answer
from bothends.exercises.engine.attempt import (
    Attempt,
    NotAttemptedError,
    TroubleError,
    expect,
    run,
)
from bothends.exercises.engine.criteria import QUESTIONS, Problem
from bothends.exercises.engine.exercise import Case, Exercise

SECONDS = 5  # for one more case
AT_WORK = 3  # seconds that the machine may be at work for all of them together


@dataclass(frozen=True)
class Outcome:
    """One case: the attempt with its problem if it has one; or what else there is to say.

    `raised` is the learner's own error; `trouble` says in words why there is no answer, and
    `is_late` that the clock stopped it.
    """

    case: Case
    expected: Answer
    attempt: Attempt | None = None
    problem: Problem | None = None
    trouble: str = ""
    raised: BaseException | None = None
    raised_name: str | None = None
    is_late: bool = False

    @property
    def answer(self) -> Answer | None:
        """The learner's answer, if there is one that can be read."""
        return self.attempt and self.attempt.answer

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong with this case."""
        return self.attempt is not None and self.problem is None


def tried(exercise: Exercise, case: Case, function: Callable, **limit: int) -> Outcome:
    """Ask for one case, and ask all questions about the answer.

    Raises:
        NotAttemptedError: it returned nothing.

    """
    try:
        attempt = run(exercise, case, function, **limit)
    except TroubleError as trouble:
        return Outcome(
            case,
            expect(exercise, case),
            trouble=str(trouble),
            raised=trouble.raised,
            raised_name=trouble.raised_name,
            is_late=trouble.is_late,
        )
    problems = (question(attempt) for question in QUESTIONS)
    return Outcome(case, attempt.expected, attempt, next(filter(None, problems), None))


def quietly(exercise: Exercise, cases: list[Case], function: Callable) -> Iterator[Outcome | None]:
    """Yield what comes of further cases, unheard; None from where the time is over."""
    began = time.process_time()
    for case in cases:
        if time.process_time() - began > AT_WORK:
            yield None
            continue
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            try:
                outcome = tried(exercise, case, function, seconds=SECONDS)
            except NotAttemptedError as silence:
                outcome = Outcome(case, expect(exercise, case), trouble=str(silence))
        yield outcome
