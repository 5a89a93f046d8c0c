"""What is wrong with an answer, in parts: whoever shows, counts or marks it reads these."""

from dataclasses import dataclass
from typing import Any

from bothends.exercises.engine.attempt import Attempt
from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.explain import Named


@dataclass(frozen=True)
class Finding:
    """What is wrong with an answer, in the first case that fails.

    - `problem`: what was found, in words.
    - `case`, `number`: the case, counted from 1; None where the answer as a whole is wrong.
    - `named`: the misconceptions or relations that give the same numbers.
    - `remarks`: what else there is to say.
    - `raised`: the type of the learner's own error, by name.
    - `attempt`, `marked`: the answer to show and its wrong cells, where it is to be shown.
    """

    exercise: Exercise
    problem: str
    case: Case | None = None
    number: int | None = None
    named: tuple[Named, ...] = ()
    remarks: tuple[str, ...] = ()
    raised: str | None = None
    attempt: Attempt | None = None
    marked: frozenset[int] = frozenset()

    @property
    def mistake(self) -> str | None:
        """The name of the misconception, if one was recognised."""
        return next((one.slip.name for one in self.named if _is_hand_written(one)), None)

    @property
    def relation(self) -> str | None:
        """The name of the relation, if one was found."""
        return next((one.slip.name for one in self.named if not _is_hand_written(one)), None)

    @property
    def inputs(self) -> dict[str, Any]:
        """The inputs of the failing case, by name."""
        return self.case.inputs if self.case else {}


def _is_hand_written(named: Named) -> bool:
    return isinstance(named.slip, Misconception)
