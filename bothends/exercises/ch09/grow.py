"""Grow a tied table in mid-training: rows, momentum, and a step that proves both."""

import random

from bothends.exercises.ch06.paths import both_parts, plus, scaled
from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain

LR, MOMENTUM = 0.5, 0.75


def grown_step(table, momentum, pieces, ids, targets):
    """Return the grown table and its momentum after one step, each (V + k, D)."""
    return _step(*_plain(table, momentum, pieces, ids, targets))


def _plain(table, momentum, pieces, ids, targets):
    """Return the grown table, the grown momentum, ids and targets as nested lists."""
    table, momentum, pieces, ids, targets = map(plain, (table, momentum, pieces, ids, targets))
    return [*table, *_means(table, pieces)], [*momentum, *_zeros(table, pieces)], ids, targets


def _means(table, pieces):
    rows = [[table[id_] for id_ in one] for one in pieces]
    return [[sum(column) / len(one) for column in zip(*one, strict=True)] for one in rows]


def _zeros(table, pieces):
    return [[0.0] * len(table[0]) for _ in pieces]


def _step(table, momentum, ids, targets, parts=both_parts):
    read, scored = parts(table, ids, targets)
    momentum = plus(scaled(MOMENTUM, momentum), plus(read, scored))
    return [plus(table, scaled(-LR, momentum)), momentum]


def _new_rows_left_out(table, momentum, pieces, ids, targets):
    before = _plain(table, momentum, pieces, ids, targets)
    old = len(plain(table))
    after = _step(*before)
    return [[*new[:old], *was[old:]] for new, was in zip(after, before[:2], strict=True)]


def _momentum_lost(table, momentum, pieces, ids, targets):
    grown, before, ids, targets = _plain(table, momentum, pieces, ids, targets)
    return _step(grown, scaled(0.0, before), ids, targets)


def _momentum_of_pieces(table, momentum, pieces, ids, targets):
    grown, _, ids, targets = _plain(table, momentum, pieces, ids, targets)
    before = plain(momentum)
    return _step(grown, [*before, *_means(before, plain(pieces))], ids, targets)


def _starting_from(rows):
    def answer(table, momentum, pieces, ids, targets):
        _, before, *batch = _plain(table, momentum, pieces, ids, targets)
        table, pieces = plain(table), plain(pieces)
        return _step([*table, *rows(table, pieces)], before, *batch)

    return answer


def _mean_of_all(table, pieces):
    return [_means(table, [range(len(table))])[0] for _ in pieces]


def _mean_along_rows(table, pieces):
    return [[sum(table[id_]) / len(table[id_]) for id_ in one] for one in pieces]


def _last_piece(table, pieces):
    return [table[one[-1]] for one in pieces]


def _head_alone(table, momentum, pieces, ids, targets):
    def parts(*batch):
        read, scored = both_parts(*batch)
        return scaled(0.0, read), scored

    return _step(*_plain(table, momentum, pieces, ids, targets), parts)


def _cases():
    draw = random.Random(19)

    def some(rows, width):
        return [[draw.randint(-4, 4) / 4 for _ in range(width)] for _ in range(rows)]

    return [
        Case(
            {
                "table": [[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [1.0, 1.0]],
                "momentum": [[0.0, 0.5], [1.0, 0.0], [-0.5, 0.0], [0.0, -1.0]],
                "pieces": [[3, 2]],
                "ids": [1, 4, 2],
                "targets": [4, 2, 0],
            },
            "the chapter's table and one token",
        ),
        Case(
            {
                "table": some(5, 3),
                "momentum": some(5, 3),
                "pieces": [[0, 4, 2], [1, 1, 3]],
                "ids": [6, 0, 5, 6],
                "targets": [5, 6, 1, 0],
            },
            "two tokens, float64",
            "float64",
        ),
        Case(
            {
                "table": some(3, 3),
                "momentum": some(3, 3),
                "pieces": [[2], [0], [1]],
                "ids": [3, 4, 5],
                "targets": [0, 3, 3],
            },
            "all sizes equal",
        ),
    ]


EXERCISE = Exercise(
    id="09-grow",
    title="Grow a vocabulary in mid-training",
    minutes=15,
    difficulty="hard",
    kind="function",
    reference=grown_step,
    cases=_cases,
    misconceptions=(
        Misconception(
            "the new rows left out of the step",
            "Your new rows stand where they started. The optimizer still holds the old table: "
            "the new one has a gradient on every row, and all rows take the step.",
            _new_rows_left_out,
        ),
        Misconception(
            "the momentum lost",
            "You stepped as if training had just begun. The old rows keep the momentum that they "
            "had; only the new rows start with zero.",
            _momentum_lost,
        ),
        Misconception(
            "momentum for the new rows",
            "You gave the new rows the momentum of their pieces. They have had no gradient yet, "
            "so theirs is zero.",
            _momentum_of_pieces,
        ),
        Misconception(
            "new rows of zeros",
            "Your new rows started at zero. Asked for is the mean of the pieces.",
            _starting_from(_zeros),
        ),
        Misconception(
            "the mean of all rows",
            "Your new rows started at the mean of the whole table. Asked for is the mean of the "
            "pieces.",
            _starting_from(_mean_of_all),
        ),
        Misconception(
            "the mean along a row",
            "Your new rows hold the mean of each piece's own numbers. Asked for is the mean over "
            "the pieces, one number for each column.",
            _starting_from(_mean_along_rows),
        ),
        Misconception(
            "the last piece",
            "Your new rows started as their last piece. Asked for is the mean of the pieces.",
            _starting_from(_last_piece),
        ),
        Misconception(
            "the head alone",
            "Your gradient has only the part of the head. The model is tied: the row that was "
            "read is in the same table, and its part adds.",
            _head_alone,
        ),
    ),
    hints=(
        "Three things have V rows here: the table, its momentum and, after `backward`, its "
        "gradient. What does each hold in a new row?",
        "Make the grown table first, as one Parameter that both ends use, and then let the loss "
        "flow back. The grown momentum is the old one with rows of zeros behind it.",
        "`torch.cat([table, table[pieces].mean(1)])` is the grown table. After `backward`: "
        "momentum times 0.75 plus gradient, and the table minus 0.5 times that.",
    ),
    gives="tensors",
    dtype_of="table",
)
