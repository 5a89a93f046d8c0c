"""A table filled in with more than one mistake, or with one in some of its cells."""

from bothends.exercises.engine.answers import Answer
from bothends.exercises.engine.compare import differences
from bothends.exercises.engine.exercise import Exercise, Misconception
from bothends.exercises.engine.outcome import Outcome
from bothends.exercises.engine.slips import said

Cells = dict[int, object]  # position to number


def mistakes_in_cells(exercise: Exercise, outcome: Outcome) -> list[Misconception]:
    """Return the one misconception, or the two, that explain each wrong cell and no right one.

    One may also explain more cells than are wrong: it was then made in some places only. Nothing
    is returned where the cells leave a choice.
    """
    if outcome.answer is None or outcome.answer.shape != outcome.expected.shape:
        return []
    wrong = _wrong(exercise, outcome.expected, outcome.answer)
    known = [
        (mistake, _wrong(exercise, outcome.expected, answer))
        for mistake in exercise.misconceptions
        if isinstance(answer := said(mistake, outcome.case), Answer)
        and answer.shape == outcome.expected.shape
    ]
    inside = [(mistake, cells) for mistake, cells in known if cells.items() <= wrong.items()]
    largest = [
        (mistake, cells)
        for mistake, cells in inside
        if not any(cells.items() < others.items() for _, others in inside)
    ]
    if len(largest) == 2 and dict(largest[0][1], **{}) | largest[1][1] == wrong:
        return [mistake for mistake, _ in largest]
    around = [mistake for mistake, cells in known if wrong.items() < cells.items()]
    return around if len(around) == 1 and len(wrong) > 1 else []


def _wrong(exercise: Exercise, expected: Answer, received: Answer) -> Cells:
    """Return the wrong cells, with their numbers rounded as the exercise compares them."""
    digits = 2 if exercise.atol > 1e-6 else 6
    return {
        at: _rounded(received.cells[at], digits)
        for at in differences(expected, received, exercise.rtol, exercise.atol)
    }


def _rounded(cell: object, digits: int) -> object:
    return round(cell, digits) + 0.0 if isinstance(cell, float) else cell
