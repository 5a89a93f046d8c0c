"""The gradient of the mean loss with respect to the logits."""

import random

from bothends.exercises.ch05.softmax import (
    NO_ONE_HOT,
    REVERSED,
    minus_one_hot,
    negative,
    softmax,
)
from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain


def loss_grad(logits, targets):
    """Return (softmax minus one-hot) / N, one row for each place."""
    return _divided(_slopes(logits, targets), len(targets))


def _slopes(logits, targets):
    rows = zip(plain(logits), plain(targets), strict=True)
    return [minus_one_hot(softmax(row), target) for row, target in rows]


def _divided(rows, count):
    return [[x / count for x in row] for row in rows]


def _no_one_hot(logits, targets):
    return _divided([softmax(row) for row in plain(logits)], len(targets))


def _over_the_places(logits, targets):
    upright = [softmax(column) for column in zip(*plain(logits), strict=True)]
    rows = zip(zip(*upright, strict=True), plain(targets), strict=True)
    return _divided([minus_one_hot(row, target) for row, target in rows], len(targets))


def _cases():
    draw = random.Random(7)

    def some(rows, columns):
        return [[draw.randint(-8, 8) / 2 for _ in range(columns)] for _ in range(rows)]

    return [
        Case({"logits": [[0.0, 1.0, 4.0, 3.0], [0.0, 2.0, 2.0, 3.0]], "targets": [3, 1]}),
        Case({"logits": some(3, 5), "targets": [4, 4, 0]}, "float64", "float64"),
        Case({"logits": some(4, 4), "targets": [2, 0, 3, 2]}, "as many places as words"),
        Case({"logits": [[10_000.0, 0.0, 0.0]], "targets": [1]}, "one huge logit"),
    ]


EXERCISE = Exercise(
    id="05-logits-grad",
    title="The gradient of the logits",
    minutes=10,
    difficulty="medium",
    kind="function",
    reference=loss_grad,
    cases=_cases,
    misconceptions=(
        Misconception("no one-hot taken off", NO_ONE_HOT, _no_one_hot),
        Misconception(
            "the sign turned round",
            REVERSED,
            lambda logits, targets: [negative(row) for row in loss_grad(logits, targets)],
        ),
        Misconception(
            "the gradient of the sum",
            "Your slopes are too large by the number of places. The loss is the mean over them, "
            "so each place counts for one part in N.",
            _slopes,
        ),
        Misconception(
            "divided by every entry",
            "You divided by N V, the number of logits. The mean is over places; there are N.",
            lambda logits, targets: _divided(loss_grad(logits, targets), len(logits[0])),
        ),
        Misconception(
            "softmax over the places",
            "Your softmax ran down the columns, so that places compete with each other. The words "
            "of one place compete: the last axis.",
            _over_the_places,
        ),
    ),
    hints=(
        "What is the gradient for a single place? The chapter has it in three symbols.",
        "`logits.softmax(-1)` is most of it. At the entry `[n, targets[n]]` of each place, 1 has "
        "to go.",
        "`torch.arange(N)` and `targets` together address one entry in each row. The loss is a "
        "mean, so divide by N at the end.",
    ),
    gives="tensors",
    dtype_of="logits",
    atol=1e-6,
)
