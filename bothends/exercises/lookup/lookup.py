"""Lookup for ids of any shape, and the ways in which it goes wrong."""

import random
from itertools import count

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import each, flat

ONE_BASED = "Python and every tokenizer count from 0: id 0 is the first row and id 1 the second."
ADDED = (
    "You added the rows that were read. A one-hot sum looks like that, but a lookup keeps one "
    "vector for each id; nothing is summed over the sequence."
)
COLUMNS = (
    "You took column `id` of the table. A table (V, D) holds one row for each id; a column "
    "mixes one coordinate of all V tokens."
)
BY_PLACE = (
    "You took the first rows in order, so where a token stands decided what it means. The "
    "id is the address; its place in the sequence plays no part in a lookup."
)


def rows_of(table, ids):
    """Return `table[id]` for each id: the shape of `ids`, then the width of the table."""
    return each(lambda id_: list(table[id_]), ids)


def columns_of(table, ids):
    """Return column `id` of the table for each id."""
    return each(lambda id_: [row[id_] for row in table], ids)


def rows_one_based(table, ids):
    """Return rows as if ids counted from 1."""
    return each(lambda id_: list(table[id_ - 1]), ids)


def rows_added(table, ids):
    """Return one vector, the sum of all rows that were read."""
    return [sum(column) for column in zip(*(table[id_] for id_ in flat(ids)), strict=True)]


def _rows_flattened(table, ids):
    return [list(table[id_]) for id_ in flat(ids)]


def rows_in_order(table, ids):
    """Return the first rows, whatever the ids."""
    place = count()
    return each(lambda _: list(table[next(place)]), ids)


def _list_around_one(table, ids):
    return rows_of(table, [ids] if isinstance(ids, int) else ids)


def _ids_alone(table, ids):
    return each(lambda id_: id_, ids)


def _lookup_cases():
    draw = random.Random(2)
    digits = [[10 * row + column for column in range(5)] for row in range(4)]
    square = [[13, 40, 22, 31], [7, 18, 29, 35], [24, 9, 11, 42], [38, 26, 5, 17]]
    wide = [[draw.randint(-9, 9) for _ in range(6)] for _ in range(5)]
    return [
        Case({"table": digits, "ids": [1, 3, 1]}, "one sequence"),
        Case({"table": digits, "ids": [[2, 0, 2], [3, 1, 1]]}, "a batch of two sequences"),
        Case({"table": digits, "ids": 2}, "a single id"),
        Case({"table": wide, "ids": [[[4, 0]], [[1, 4]], [[2, 2]]]}, "ids with three axes"),
        Case({"table": wide, "ids": 4}, "one more single id"),
        Case({"table": square, "ids": [3, 0, 3, 1]}, "as many rows as columns as ids"),
        Case({"table": wide, "ids": [[draw.randrange(5) for _ in range(4)] for _ in range(2)]}),
    ]


EXERCISE = Exercise(
    id="lookup-any-shape",
    title="Look up ids of any shape",
    minutes=10,
    difficulty="medium",
    kind="function",
    reference=rows_of,
    cases=_lookup_cases,
    misconceptions=(
        Misconception("columns for rows", COLUMNS, columns_of),
        Misconception("one-based rows", ONE_BASED, rows_one_based),
        Misconception("the rows added together", ADDED, rows_added),
        Misconception("position for id", BY_PLACE, rows_in_order),
        Misconception(
            "the index shape lost",
            "The vectors are right, but they stand in one long list. A lookup keeps every axis "
            "of the ids and adds one: ids (B, T) give (B, T, D).",
            _rows_flattened,
        ),
        Misconception(
            "a list around a single id",
            "A single id gave a list with one row in it. It has no axis of its own, so the answer "
            "is the row alone.",
            _list_around_one,
        ),
        Misconception(
            "ids for rows",
            "You returned the ids. In the place of each belongs its row of the table.",
            _ids_alone,
        ),
        Misconception(
            "the row after",
            "You took the row behind the one that is asked for. Rows count from 0, like ids.",
            lambda table, ids: each(lambda id_: list(table[(id_ + 1) % len(table)]), ids),
        ),
        Misconception(
            "rows counted from the end",
            "You counted the rows from the last one. Id 0 is the first row.",
            lambda table, ids: each(lambda id_: list(table[-1 - id_]), ids),
        ),
    ),
    hints=(
        "What should a single id give? Write that line first.",
        "A list of ids gives a list with one result for each of them, and a list of lists is a "
        "list too: the function may call itself.",
        "If `ids` is a list, return `[lookup(table, one) for one in ids]`; if it is a number, "
        "return that row.",
    ),
)
