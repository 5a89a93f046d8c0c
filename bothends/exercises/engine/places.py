"""Where an answer is wrong: at one end only, everywhere but there, or where nothing was put."""

from collections.abc import Sequence

from bothends.exercises.engine.compare import differences
from bothends.exercises.engine.exercise import Exercise
from bothends.exercises.engine.outcome import Outcome

ENDS = (
    ("Only the last {} is wrong.", lambda wrong, n: wrong == {n - 1}),
    ("Only the first {} is wrong.", lambda wrong, n: wrong == {0}),
    (
        "The first {} is right, and each one after it is wrong.",
        lambda wrong, n: wrong == set(range(1, n)),
    ),
    (
        "The last {} is right, and each one before it is wrong.",
        lambda wrong, n: wrong == set(range(n - 1)),
    ),
)
LEAST = 3  # items of which one end is no accident


def places(exercise: Exercise, outcomes: Sequence[Outcome]) -> str | None:
    """Say where the wrong numbers are, if all cases say the same."""
    wrong = [one for one in outcomes if not one.is_right]
    if not wrong or any(not one.answer or not _of_one_shape(one) for one in wrong):
        return None
    cells = [_wrong(exercise, one) for one in wrong]
    if not all(cells):
        return None
    return _zeros(wrong, cells) or _ends(wrong, cells)


def _of_one_shape(outcome: Outcome) -> bool:
    return outcome.answer.shape == outcome.expected.shape and bool(outcome.expected.shape)


def _wrong(exercise: Exercise, outcome: Outcome) -> list[int]:
    return differences(outcome.expected, outcome.answer, exercise.rtol, exercise.atol)


def _zeros(wrong: Sequence[Outcome], cells: Sequence[list[int]]) -> str | None:
    pairs = list(zip(wrong, cells, strict=True))
    left = [one.answer.cells[at] for one, places in pairs for at in places]
    is_full = any(
        cell and at not in places
        for one, places in pairs
        for at, cell in enumerate(one.answer.cells)
    )
    if any(type(cell) is bool or cell != 0 for cell in left) or len(left) < LEAST or not is_full:
        return None
    return (
        "Every number that is wrong is 0, and all others are right: these places got nothing, or "
        "were cleared again."
    )


def _ends(wrong: Sequence[Outcome], cells: Sequence[list[int]]) -> str | None:
    for axis, what in ((0, "item"), (-1, "number of each row")):
        if axis == -1 and any(len(one.expected.shape) < 2 for one in wrong):
            continue
        lengths = [one.expected.shape[axis] for one in wrong]
        along = [
            {one.expected.index(at)[axis] for at in places}
            for one, places in zip(wrong, cells, strict=True)
        ]
        if min(lengths) < LEAST:
            continue
        for says, holds in ENDS:
            if all(map(holds, along, lengths)):
                return says.format(what)
    return None
