"""Grow a tied table in mid-training: rows, momentum, and a step that proves both."""

import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain
from bothends.exercises.weight_tying.paths import both_parts, plus, scaled

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


def _first_piece(table, pieces):
    return [table[one[0]] for one in pieces]


def _sums(table, pieces):
    means = zip(pieces, _means(table, pieces), strict=True)
    return [[x * len(one) for x in row] for one, row in means]


def _with_parts(change):
    """Return the step with something done to the two parts of its gradient."""

    def answer(table, momentum, pieces, ids, targets):
        def parts(*batch):
            return change(*both_parts(*batch), len(batch[1]))

        return _step(*_plain(table, momentum, pieces, ids, targets), parts)

    return answer


def _by_rule(renew, move):
    """Return the step with another rule for the momentum, or for the table."""

    def answer(table, momentum, pieces, ids, targets):
        table, before, ids, targets = _plain(table, momentum, pieces, ids, targets)
        grad = plus(*both_parts(table, ids, targets))
        after = renew(before, grad)
        return [plus(table, move(before, after, grad)), after]

    return answer


def _usual(before, grad):
    return plus(scaled(MOMENTUM, before), grad)


def _along(before, after, grad):
    return scaled(-LR, after)


def _not_stepped(table, momentum, pieces, ids, targets):
    return list(_plain(table, momentum, pieces, ids, targets)[:2])


def _with_numbers(rate, momentum_factor):
    return _by_rule(
        lambda before, grad: plus(scaled(momentum_factor, before), grad),
        lambda before, after, grad: scaled(-rate, after),
    )


def _in_front(table, momentum, pieces, ids, targets):
    table, momentum, pieces = map(plain, (table, momentum, pieces))
    grown = [*_means(table, pieces), *table], [*_zeros(table, pieces), *momentum]
    return _step(*grown, plain(ids), plain(targets))


def _cases():
    draw = random.Random(19)

    def some(rows, width):
        return [[draw.randint(-4, 4) / 4 for _ in range(width)] for _ in range(rows)]

    return [
        Case(
            {
                "table": [[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [1.0, 1.0]],
                "momentum": [[0.0, 0.5], [1.0, 0.0], [-0.5, 0.0], [0.0, -1.0]],
                "pieces": [[1, 2]],
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
    id="growing-grow",
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
            _with_parts(lambda read, scored, count: (scaled(0.0, read), scored)),
        ),
        Misconception(
            "the first piece",
            "Your new rows started as their first piece. Asked for is the mean of the pieces.",
            _starting_from(_first_piece),
        ),
        Misconception(
            "the sum of the pieces",
            "Your new rows started as the sum of their pieces. Asked for is the mean: divide by "
            "how many they are.",
            _starting_from(_sums),
        ),
        Misconception(
            "the embedding alone",
            "Your gradient has only the part of the row that was read. The model is tied: the head "
            "scores with the same table, and its part adds.",
            _with_parts(lambda read, scored, count: (read, scaled(0.0, scored))),
        ),
        Misconception(
            "the sum of the losses",
            "Your gradient is that of the sum of the losses. Asked for is their mean.",
            _with_parts(lambda read, scored, count: (scaled(count, read), scaled(count, scored))),
        ),
        Misconception(
            "moved by the momentum before it was renewed",
            "You moved along the old momentum. A step renews it first, and then moves.",
            _by_rule(_usual, lambda before, after, grad: scaled(-LR, before)),
        ),
        Misconception(
            "moved by the gradient alone",
            "You moved along the gradient and left the momentum aside. The step follows the "
            "momentum, which holds the gradient and what was there before.",
            _by_rule(_usual, lambda before, after, grad: scaled(-LR, grad)),
        ),
        Misconception(
            "a running mean",
            "You took a quarter of the gradient, as a running mean does. Here the gradient enters "
            "whole.",
            _by_rule(
                lambda before, grad: plus(scaled(MOMENTUM, before), scaled(1 - MOMENTUM, grad)),
                _along,
            ),
        ),
        Misconception(
            "a momentum that does not fade",
            "You added the gradient to the whole momentum. It is multiplied by 0.75 first.",
            _by_rule(plus, _along),
        ),
        Misconception(
            "uphill",
            "You added the step. The gradient says which way the loss rises, so subtract.",
            _by_rule(_usual, lambda before, after, grad: scaled(LR, after)),
        ),
        Misconception(
            "the learning rate in the momentum",
            "Your momentum holds the gradient times the learning rate. Here it holds the gradient "
            "itself, and the rate comes in when the table moves.",
            _by_rule(
                lambda before, grad: plus(scaled(MOMENTUM, before), scaled(LR, grad)),
                lambda before, after, grad: scaled(-1.0, after),
            ),
        ),
        Misconception(
            "no step taken",
            "Your table has grown, and no step was taken.",
            _not_stepped,
        ),
        Misconception(
            "rate and momentum exchanged",
            "You took 0.75 for the learning rate and 0.5 for the momentum.",
            _with_numbers(MOMENTUM, LR),
        ),
        Misconception(
            "another learning rate",
            "Everything is right but the learning rate. It is 0.5.",
            _with_numbers(0.1, MOMENTUM),
            also=tuple(_with_numbers(rate, MOMENTUM) for rate in (0.01, 0.05, 0.25, 1.0)),
        ),
        Misconception(
            "another momentum",
            "Everything is right but the momentum. It is 0.75.",
            _with_numbers(LR, 0.9),
            also=tuple(_with_numbers(LR, factor) for factor in (0.25, 0.5, 0.95)),
        ),
        Misconception(
            "new rows in front",
            "Your new rows stand before the old ones, so every old id has another row. They come "
            "behind them.",
            _in_front,
        ),
    ),
    parts=("the table", "the momentum"),
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
