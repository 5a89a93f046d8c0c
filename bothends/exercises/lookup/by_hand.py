"""Rows read by hand."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs
from bothends.exercises.lookup.lookup import (
    ADDED,
    BY_PLACE,
    COLUMNS,
    ONE_BASED,
    columns_of,
    rows_added,
    rows_in_order,
    rows_of,
    rows_one_based,
)


def _once(table, ids):
    return [list(table[id_]) for id_ in dict.fromkeys(ids)]


def _upright(table, ids):
    return [list(column) for column in zip(*rows_of(table, ids), strict=True)]


def _columns(table, ids):
    """Return the mistake that only a square table brings out: elsewhere a column is no row."""
    if len(table) != len(table[0]):
        return ()
    return (Misconception("columns for rows", COLUMNS, lambda: columns_of(table, ids)),)


def exercise(table, ids):
    """Return the exercise for a table and at most as many ids as it has rows."""
    return Exercise(
        id="lookup-rows-by-hand",
        title="Read rows by hand",
        minutes=3,
        difficulty="easy",
        kind="table",
        reference=lambda: rows_of(table, ids),
        cases=no_inputs,
        misconceptions=(
            Misconception("one-based rows", ONE_BASED, lambda: rows_one_based(table, ids)),
            Misconception("the rows added together", ADDED, lambda: rows_added(table, ids)),
            Misconception("position for id", BY_PLACE, lambda: rows_in_order(table, ids)),
            Misconception(
                "each row once",
                "You listed the rows that occur. An id that comes twice is read twice: the answer "
                "has one vector for each position, not one for each different id.",
                lambda: _once(table, ids),
            ),
            Misconception(
                "vectors standing upright",
                "You wrote each vector as a column, as mathematics books do. Here a vector is a "
                "row, and the axis of the sequence comes first: (T, D), not (D, T).",
                lambda: _upright(table, ids),
            ),
            *_columns(table, ids),
            Misconception(
                "sorted by id",
                "Your rows are in the order of the table. They belong in the order of the ids.",
                lambda: rows_of(table, sorted(ids)),
            ),
            Misconception(
                "the last one first",
                "You read the ids from their end.",
                lambda: rows_of(table, ids[::-1]),
            ),
            Misconception(
                "the columns exchanged",
                "Each of your rows has its two numbers the other way round.",
                lambda: [row[::-1] for row in rows_of(table, ids)],
            ),
            Misconception(
                "one row too far",
                "You read the row after the one that each id points at. Rows count from 0.",
                lambda: rows_of(table[1:] + table[:1], ids),
            ),
        ),
        row_rules=tuple(
            f"Row [{n}] belongs to the id at position {n}, which is {id_}: row {id_} of the table, "
            "counting from 0."
            for n, id_ in enumerate(ids)
        ),
        hints=(
            "An id is an address. Which line of the table does the first id point at?",
            "Number the rows of the table from 0 down the margin, then copy one row for each id.",
            "Each id gives one row, in the order of the ids. An id that comes twice gives the same "
            "row twice.",
        ),
    )


EXERCISE = exercise([[1, 2], [3, 4], [5, 6], [7, 8]], [2, 3, 1, 2])
