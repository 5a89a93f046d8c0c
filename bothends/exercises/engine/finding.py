"""What is wrong with an answer, in parts: whoever shows, counts or marks it reads these."""

from dataclasses import dataclass
from typing import Any

from bothends.exercises.engine.attempt import Attempt
from bothends.exercises.engine.exercise import Case, Exercise, Misconception


@dataclass(frozen=True)
class Finding:
    """What is wrong with an answer, in the first case that fails.

    - `problem`: what was found, in words.
    - `case`, `number`: the case, counted from 1; None where the answer as a whole is wrong.
    - `mistake`: the misconception that gives the same numbers.
    - `raised`: the type of the learner's own error, by name.
    - `attempt`, `marked`: the answer to show and its wrong cells, where it is to be shown.
    """

    exercise: Exercise
    problem: str
    case: Case | None = None
    number: int | None = None
    mistake: Misconception | None = None
    raised: str | None = None
    attempt: Attempt | None = None
    marked: frozenset[int] = frozenset()

    @property
    def inputs(self) -> dict[str, Any]:
        """The inputs of the failing case, by name."""
        return self.case.inputs if self.case else {}
