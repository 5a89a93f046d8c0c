"""Parts of an answer: one of its few items, one row or one column of a table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bothends.exercises.engine.answers import Answer
from bothends.exercises.engine.exercise import Exercise
from bothends.exercises.engine.outcome import Outcome


@dataclass(frozen=True)
class View:
    """A part of an answer, and the words for it."""

    about: str
    take: Callable[[Answer], Answer | None]

    def __call__(self, answer: Answer) -> Answer | None:
        """Return the part; None where an answer has none."""
        return self.take(answer)


def families(exercise: Exercise, outcomes: Sequence[Outcome]) -> list[list[View]]:
    """Return the ways to take an answer apart: by its items, and a table by its columns too."""
    items = [View(about, _item(place)) for place, about in enumerate(exercise.parts)]
    columns = [View(about, _column(place)) for place, about in enumerate(exercise.columns)]
    if exercise.kind == "table":
        shape = outcomes[0].expected.shape
        items = items or [View(f"row [{at}]", _item(at)) for at in range(shape[0])]
        if len(shape) == 2:
            columns = columns or [View(f"column {at}", _column(at)) for at in range(shape[1])]
    return [views for views in (items, columns) if len(views) > 1]


def _item(place: int) -> Callable[[Answer], Answer | None]:
    def take(answer: Answer) -> Answer | None:
        if not answer.shape or answer.shape[0] <= place:
            return None
        size = len(answer.cells) // answer.shape[0]
        return Answer(answer.shape[1:], answer.cells[place * size : (place + 1) * size])

    return take


def _column(place: int) -> Callable[[Answer], Answer | None]:
    def take(answer: Answer) -> Answer | None:
        if len(answer.shape) != 2 or answer.shape[1] <= place:
            return None
        return Answer(answer.shape[:1], answer.cells[place :: answer.shape[1]])

    return take
