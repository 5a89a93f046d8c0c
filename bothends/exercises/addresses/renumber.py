"""Rows that move along when the vocabulary is renumbered."""

import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception


def renumbered(table, new_ids):
    """Return the table in which row `new_ids[v]` is the old row v."""
    moved = [[] for _ in table]
    for old, new in enumerate(new_ids):
        moved[new] = list(table[old])
    return moved


def _arrow_turned(table, new_ids):
    return [list(table[id_]) for id_ in new_ids]


def _left_as_it_is(table, new_ids):
    return [list(row) for row in table]


def _one_based(table, new_ids):
    moved = renumbered(table, new_ids)
    return moved[1:] + moved[:1]


def _columns_moved(table, new_ids):
    if len(table[0]) < len(new_ids):
        raise IndexError("fewer columns than ids")
    return [[row[new_ids.index(place)] for place in range(len(new_ids))] for row in table]


def _overwritten(table, new_ids):
    moved = [list(row) for row in table]
    for old, new in enumerate(new_ids):
        moved[new] = moved[old]
    return moved


def _exchanged_in_turn(table, new_ids):
    moved = [list(row) for row in table]
    for old, new in enumerate(new_ids):
        moved[old], moved[new] = moved[new], moved[old]
    return moved


def _shifted(table, new_ids):
    return [list(table[(place - new_ids[0]) % len(table)]) for place in range(len(table))]


def _first_alone(table, new_ids):
    moved = [list(row) for row in table]
    moved[new_ids[0]] = list(table[0])
    return moved


def _columns_of_few(table, new_ids):
    moved = [list(row) for row in table]
    for row, before in zip(moved, table, strict=True):
        for old, new in enumerate(new_ids):
            if max(old, new) < len(row):
                row[new] = before[old]
    return moved


def _first_exchanged(table, new_ids):
    moved = _first_alone(table, new_ids)
    moved[0] = list(table[new_ids[0]])
    return moved


def _cases():
    draw = random.Random(5)
    square = [[30, 1, 32, 3], [10, 21, 2, 13], [20, 11, 22, 33], [0, 31, 12, 23]]
    words = [[5, 0], [3, 1], [2, 5], [4, 4], [1, -6]]
    wide = [[draw.randint(-9, 9) for _ in range(3)] for _ in range(7)]
    return [
        Case({"table": square, "new_ids": [2, 0, 3, 1]}, "as many rows as columns"),
        Case({"table": words, "new_ids": [3, 1, 0, 4, 2]}, "the chapter's words, sorted"),
        Case({"table": words, "new_ids": [0, 2, 1, 3, 4]}, "two words change places"),
        Case({"table": wide, "new_ids": draw.sample(range(7), 7)}),
    ]


EXERCISE = Exercise(
    id="addresses-renumber",
    title="Move the rows along",
    minutes=8,
    difficulty="medium",
    kind="function",
    reference=renumbered,
    cases=_cases,
    misconceptions=(
        Misconception(
            "the arrow turned round",
            "You took row `new_ids[v]` for place v. `new_ids[v]` says where the old row v goes "
            "to, not where the new row v comes from. Two words that change places cannot show it.",
            _arrow_turned,
        ),
        Misconception(
            "the rows left where they were",
            "You moved no row. The new ids would then read the vectors of other words, without "
            "an error.",
            _left_as_it_is,
        ),
        Misconception(
            "one-based rows",
            "You counted rows from 1. The row of new id 0 is the first of the new table.",
            _one_based,
        ),
        Misconception(
            "columns moved",
            "You moved columns. An id is the address of a row; the order of the columns has "
            "nothing to do with the vocabulary.",
            _columns_moved,
            also=(_columns_of_few,),
        ),
        Misconception(
            "rows overwritten while they are read",
            "You moved rows inside one table: a row that was written is read again later, and what "
            "stood there before is lost. Read from `table`, and write into a new list.",
            _overwritten,
        ),
        Misconception(
            "sorted rows",
            "You sorted the rows themselves. Their numbers have no order; the ids say where each "
            "row goes.",
            lambda table, new_ids: sorted(list(row) for row in table),
        ),
        Misconception(
            "the other end first",
            "You counted the new ids from the end: row 0 of yours should be the last.",
            lambda table, new_ids: renumbered(table, new_ids)[::-1],
        ),
        Misconception(
            "rows exchanged one after another",
            "You exchanged rows inside one table: a row that has found its place is moved again by "
            "a later exchange. Read from `table`, and write into a new list.",
            _exchanged_in_turn,
        ),
        Misconception(
            "all rows shifted alike",
            "You moved all rows by the same number of places. Each has a new place of its own.",
            _shifted,
        ),
        Misconception(
            "the first row alone",
            "You moved the first word's row. Every other row has a new place too.",
            _first_alone,
            also=(_first_exchanged,),
        ),
    ),
    hints=(
        "Take the first word of the old list. Which row was its own, and which one is it to be?",
        "Start with a table of empty places and go through the old rows one by one.",
        "For each old id and its new one: `moved[new] = table[old]`, not the other way round.",
    ),
)
