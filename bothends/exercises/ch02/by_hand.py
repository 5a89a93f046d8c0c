"""Rows read by hand."""

from bothends.exercises.ch02.lookup import ADDED, ONE_BASED, rows_added, rows_of, rows_one_based
from bothends.exercises.exercise import Exercise, Misconception, no_inputs

TABLE = [[1, 2], [3, 4], [5, 6], [7, 8]]
IDS = [2, 3, 1, 2]


def _once():
    return [list(TABLE[id_]) for id_ in dict.fromkeys(IDS)]


def _upright():
    return [list(column) for column in zip(*rows_of(TABLE, IDS), strict=True)]


EXERCISE = Exercise(
    id="02-rows-by-hand",
    title="Read rows by hand",
    minutes=3,
    difficulty="easy",
    kind="table",
    reference=lambda: rows_of(TABLE, IDS),
    cases=no_inputs,
    misconceptions=(
        Misconception("one-based rows", ONE_BASED, lambda: rows_one_based(TABLE, IDS)),
        Misconception("the rows added together", ADDED, lambda: rows_added(TABLE, IDS)),
        Misconception(
            "each row once",
            "You listed the rows that occur. An id that comes twice is read twice: the answer has "
            "one vector for each position, not one for each different id.",
            _once,
        ),
        Misconception(
            "vectors standing upright",
            "You wrote each vector as a column, as mathematics books do. Here a vector is a row, "
            "and the axis of the sequence comes first: (T, D), not (D, T).",
            _upright,
        ),
    ),
    hints=(
        "An id is an address. Which line of the table does the first id point at?",
        "Number the rows of the table from 0 down the margin, then copy one row for each id.",
        "Four ids give four rows of two numbers. The first and the last id are equal, so the "
        "first and the last row of your answer are equal too.",
    ),
)
