"""Rows of two tables, added: one by id, one by place."""

import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain


def with_positions(ids, table, positions):
    """Return the row of each id plus the row of its place in the sequence."""
    return _sums(ids, table, positions, lambda b, t, id_, T: t)


def _sums(ids, table, positions, row_of):
    ids, table, positions = plain(ids), plain(table), plain(positions)
    return [
        [_plus(table[i], positions[row_of(b, t, i, len(row))]) for t, i in enumerate(row)]
        for b, row in enumerate(ids)
    ]


def _plus(one, two):
    return [x + y for x, y in zip(one, two, strict=True)]


def _words_only(ids, table, positions):
    return [[table[id_] for id_ in row] for row in plain(ids)]


def _places_only(ids, table, positions):
    return [[plain(positions)[t] for t in range(len(row))] for row in plain(ids)]


def _side_by_side(ids, table, positions):
    table, positions = plain(table), plain(positions)
    return [[table[id_] + positions[t] for t, id_ in enumerate(row)] for row in plain(ids)]


def _by_sequence(ids, table, positions):
    return _sums(ids, table, positions, lambda b, t, id_, T: b)


def _by_id(ids, table, positions):
    return _sums(ids, table, positions, lambda b, t, id_, T: id_)


def _one_based(ids, table, positions):
    return _sums(ids, table, positions, lambda b, t, id_, T: t + 1)


def _from_the_end(ids, table, positions):
    return _sums(ids, table, positions, lambda b, t, id_, T: T - 1 - t)


def _counted_on(ids, table, positions):
    return _sums(ids, table, positions, lambda b, t, id_, T: b * T + t)


def _rows(draw, count, width):
    return [[draw.randint(-8, 8) / 2 for _ in range(width)] for _ in range(count)]


def _first_place(ids, table, positions):
    return _sums(ids, table, positions, lambda b, t, id_, T: 0)


def _last_rows(ids, table, positions):
    count = len(plain(positions))
    return _sums(ids, table, positions, lambda b, t, id_, T: count - T + t)


def _combined(combine):
    """Return words and places, combined in another way than added."""

    def answer(ids, table, positions):
        ids, table, positions = plain(ids), plain(table), plain(positions)
        return [
            [
                [combine(x, y) for x, y in zip(table[i], positions[t], strict=True)]
                for t, i in enumerate(row)
            ]
            for row in ids
        ]

    return answer


def _all_places_in_each(combine):
    def answer(ids, table, positions):
        table, columns = plain(table), zip(*plain(positions), strict=True)
        row = [combine(column) for column in columns]
        return [[_plus(table[id_], row) for id_ in one] for one in plain(ids)]

    return answer


def _words_scaled(ids, table, positions):
    root = len(plain(table)[0]) ** 0.5
    return _sums(ids, [[x * root for x in row] for row in plain(table)], positions, _place)


def _place(b, t, id_, T):
    return t


def _cases():
    draw = random.Random(12)
    table = [[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [1.0, 1.0]]
    places = [[0.25, 0.5], [0.5, 0.0], [0.0, 0.5], [0.5, 0.5], [0.25, 0.0], [0.0, 0.25]]
    words, square = _rows(draw, 6, 3), _rows(draw, 3, 3)
    return [
        Case(
            {"ids": [[1, 3, 2], [2, 3, 1]], "table": table, "positions": places},
            "two sequences, six places",
        ),
        Case(
            {"ids": [[5, 0, 5, 1]], "table": words, "positions": _rows(draw, 7, 3)},
            "a float64 table",
            "float64",
        ),
        Case(
            {"ids": [[2, 0, 1], [1, 1, 0], [0, 2, 2]], "table": square, "positions": square},
            "as many sequences as places as rows",
        ),
    ]


EXERCISE = Exercise(
    id="position-add",
    title="Words and places, added",
    minutes=8,
    difficulty="easy",
    kind="function",
    reference=with_positions,
    cases=_cases,
    misconceptions=(
        Misconception(
            "words without places",
            "These are the rows of the ids alone. Equal ids still have equal vectors, wherever "
            "they stand.",
            _words_only,
        ),
        Misconception(
            "places without words",
            "These are the rows of the places alone. Add them to the rows of the ids.",
            _places_only,
        ),
        Misconception(
            "side by side",
            "You put word and place side by side, and the vectors are twice as wide. They are "
            "added: both share the same D numbers.",
            _side_by_side,
        ),
        Misconception(
            "a place for each sequence",
            "You numbered the sequences of the batch. A place is counted along a sequence, the "
            "second axis of `ids`.",
            _by_sequence,
        ),
        Misconception(
            "the id taken for the place",
            "You read both tables with the ids. Then a word has the same vector everywhere. The "
            "second table is read with 0, 1, 2 and so on.",
            _by_id,
        ),
        Misconception(
            "places counted from one",
            "Your first token has row 1. The first place is place 0.",
            _one_based,
        ),
        Misconception(
            "places counted from the end",
            "Your last token has row 0. Places are counted from the first token.",
            _from_the_end,
        ),
        Misconception(
            "counting on in the next sequence",
            "Your second sequence goes on counting where the first has ended. Each begins at 0.",
            _counted_on,
        ),
        Misconception(
            "the first place for all",
            "You added row 0 of `positions` to every token. Each place has a row of its own.",
            _first_place,
        ),
        Misconception(
            "the last rows of the table",
            "You took the last rows of `positions`. Places are counted from 0: take the first T.",
            _last_rows,
        ),
        Misconception(
            "multiplied",
            "You multiplied words and places. They are added.",
            _combined(lambda x, y: x * y),
        ),
        Misconception(
            "subtracted",
            "You subtracted the places. They are added.",
            _combined(lambda x, y: x - y),
        ),
        Misconception(
            "averaged",
            "You averaged word and place. They are added.",
            _combined(lambda x, y: (x + y) / 2),
        ),
        Misconception(
            "places added twice",
            "You added the row of the place twice.",
            _combined(lambda x, y: x + 2 * y),
        ),
        Misconception(
            "all places in each",
            "You added the same vector to every token, made of all rows of `positions`. Each place "
            "has a row of its own.",
            _all_places_in_each(sum),
            also=(_all_places_in_each(lambda column: sum(column) / len(column)),),
        ),
        Misconception(
            "words scaled",
            "You multiplied the words by the root of D, as some models do. Here they are added as "
            "they are.",
            _words_scaled,
        ),
    ),
    hints=(
        "Which numbers does each table have to be read with?",
        "`ids` has shape (B, T), and all B sequences use the same T places, the first rows of "
        "`positions`. Its other rows are not needed.",
        "`table[ids]` is (B, T, D) and `positions[: ids.shape[1]]` is (T, D): their sum is "
        "broadcast over the batch.",
    ),
    gives="tensors",
    dtype_of="table",
)
