"""A table filled in with more than one mistake, or with one in some of its cells."""

from itertools import combinations

from bothends.exercises.engine.answers import Answer, where
from bothends.exercises.engine.compare import differences
from bothends.exercises.engine.exercise import Exercise, Misconception
from bothends.exercises.engine.outcome import Outcome
from bothends.exercises.engine.relations import Relation
from bothends.exercises.engine.slips import said

Cells = dict[int, object]  # position to number
LEAST = 3  # cells of a mistake beside which another cell is wrong
MOST = 2  # rows or columns of which the rule is told


def mistakes_in_cells(exercise: Exercise, outcome: Outcome) -> list[Misconception]:
    """Return the one misconception, or the two, that explain the wrong cells.

    Each of them spoils no cell that is right. One alone may leave one cell unexplained.
    """
    if outcome.answer is None or outcome.answer.shape != outcome.expected.shape:
        return []
    wrong = _wrong(exercise, outcome.expected, outcome.answer)
    known = [
        (mistake, _wrong(exercise, outcome.expected, answer))
        for mistake in exercise.misconceptions
        for one in (mistake.answer, *mistake.also)
        if isinstance(answer := said(mistake, outcome.case, one), Answer)
        and answer.shape == outcome.expected.shape
    ]
    inside = [(mistake, cells) for mistake, cells in known if cells.items() <= wrong.items()]
    largest = [
        (mistake, cells)
        for mistake, cells in inside
        if not any(cells.items() < others.items() for _, others in inside)
    ]
    for (one, cells), (two, others) in combinations(largest, 2):
        if cells | others == wrong and len(largest) == MOST:
            return [one, two]
    most = [mistake for mistake, cells in largest if len(cells) >= max(LEAST, len(wrong) - 1)]
    return most if len(most) == 1 else []


def few_cells(exercise: Exercise, outcome: Outcome) -> list[Relation]:
    """Return what is to be said of wrong cells that stand alone, or in one row or column."""
    if outcome.answer is None or outcome.answer.shape != outcome.expected.shape:
        return []
    answer = outcome.answer
    wrong = [answer.index(at) for at in _wrong(exercise, outcome.expected, answer)]
    rules = [
        (axis, place, given[place])
        for axis, given in enumerate((exercise.row_rules, exercise.column_rules))
        for place in sorted({index[axis] for index in wrong if axis < len(index)})
        if given
    ]
    by_axis = [[one for one in rules if one[0] == axis] for axis in (0, 1)]
    told = min((one for one in by_axis if one), key=len, default=[])
    says = [f"Only {where(wrong[0])} is wrong; all else is right."] if len(wrong) == 1 else []
    if len(told) <= MOST:
        says += [rule for _, _, rule in (rules if len(wrong) == 1 else told)]
    return [Relation("a few cells", " ".join(says), exercise.reference)] if says else []


def _wrong(exercise: Exercise, expected: Answer, received: Answer) -> Cells:
    """Return the wrong cells, with their numbers rounded as the exercise compares them."""
    digits = 2 if exercise.atol > 1e-6 else 6
    return {
        at: _rounded(received.cells[at], digits)
        for at in differences(expected, received, exercise.rtol, exercise.atol)
    }


def _rounded(cell: object, digits: int) -> object:
    return round(cell, digits) + 0.0 if isinstance(cell, float) else cell
