"""The gradient of the mean loss with respect to the logits."""

import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain
from bothends.exercises.head_and_loss.softmax import (
    NO_ONE_HOT,
    REVERSED,
    exp,
    minus_one_hot,
    negative,
    over,
    softmax,
)
from bothends.exercises.head_and_loss.token_loss import loss_of_one


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


def _over_count(logits, targets, slopes):
    """Return slopes made of the probabilities of a row and its target, over N."""
    rows = zip(plain(logits), plain(targets), strict=True)
    return _divided([slopes(softmax(row), target) for row, target in rows], len(targets))


def _everywhere(p, target):
    return [x - 1 for x in p]


def _target_alone(p, target):
    return [x - 1 if v == target else 0.0 for v, x in enumerate(p)]


def _through_the_logarithm(logits, targets):
    rows = [[-loss_of_one(row, v) for v in range(len(row))] for row in plain(logits)]
    pairs = zip(rows, plain(targets), strict=True)
    return _divided([minus_one_hot(*pair) for pair in pairs], len(targets))


def _bare(logits, targets):
    powers = [[exp(z) for z in row] for row in plain(logits)]
    shares = [[over(x, sum(row)) for x in row] for row in powers]
    pairs = zip(shares, plain(targets), strict=True)
    return _divided([minus_one_hot(*pair) for pair in pairs], len(targets))


def _one_hot_over_n(of_p, of_one):
    """Return p and the one-hot, divided by N to the power of the two numbers."""

    def answer(logits, targets):
        count, rows = len(targets), zip(plain(logits), plain(targets), strict=True)
        return [
            [x / count**of_p - (v == target) / count**of_one for v, x in enumerate(softmax(row))]
            for row, target in rows
        ]

    return answer


def _one_softmax(logits, targets):
    shares = softmax([z for row in plain(logits) for z in row])
    width = len(logits[0])
    rows = [shares[at : at + width] for at in range(0, len(shares), width)]
    pairs = zip(rows, plain(targets), strict=True)
    return _divided([minus_one_hot(*pair) for pair in pairs], len(targets))


def _one_off_in_columns(logits, targets):
    targets = plain(targets)
    rows = [[x - (v in targets) for v, x in enumerate(softmax(row))] for row in plain(logits)]
    return _divided(rows, len(targets))


def _one_target_for_all(which):
    return lambda logits, targets: loss_grad(logits, [plain(targets)[which]] * len(targets))


def _cases():
    draw = random.Random(7)

    def some(rows, columns):
        return [[draw.randint(-8, 8) / 2 for _ in range(columns)] for _ in range(rows)]

    return [
        Case({"logits": [[0.0, 1.0, 4.0, 3.0], [0.0, 2.0, 2.0, 3.0]], "targets": [3, 1]}),
        Case({"logits": some(3, 5), "targets": [4, 4, 0]}, "float64", "float64"),
        Case({"logits": some(5, 3), "targets": [2, 1, 1, 0, 2]}, "more places than words"),
        Case({"logits": some(4, 4), "targets": [2, 0, 3, 2]}, "as many places as words"),
        Case(
            {
                "logits": [[10_000.0, 0.0, 0.0], [1.0, 0.0, 9_000.0], [2.0, 1.0, 0.0]],
                "targets": [1, 0, 2],
            },
            "huge logits",
        ),
    ]


EXERCISE = Exercise(
    id="head-logits-grad",
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
        Misconception(
            "one taken off everywhere",
            "You took 1 off every probability. It goes off at the target of each place only.",
            lambda logits, targets: _over_count(logits, targets, _everywhere),
        ),
        Misconception(
            "the target alone",
            "You gave a slope to the targets alone. Raising another word's logit takes probability "
            "from the target, so all words have a slope.",
            lambda logits, targets: _over_count(logits, targets, _target_alone),
        ),
        Misconception(
            "the logarithm of the softmax",
            "You began with `log_softmax`. Asked for is the softmax itself, minus one-hot.",
            _through_the_logarithm,
        ),
        Misconception(
            "one hot without the probabilities",
            "Your gradient is minus the one-hot vectors. The probabilities belong in it.",
            lambda logits, targets: _over_count(
                logits, targets, lambda p, target: minus_one_hot([0.0] * len(p), target)
            ),
        ),
        Misconception(
            "targets counted from one",
            "Your 1 goes off one word too early. Words count from 0.",
            lambda logits, targets: loss_grad(logits, [target - 1 for target in plain(targets)]),
            also=(
                lambda logits, targets: loss_grad(
                    logits, [(target - 1) % len(logits[0]) for target in plain(targets)]
                ),
            ),
        ),
        Misconception(
            "e to the whole logit",
            "e to a large logit is beyond what a float can hold, and what comes of it is no "
            "number. Take the largest logit of a row off first, as `softmax` does.",
            _bare,
        ),
        Misconception(
            "softmax taken twice",
            "You took the softmax of probabilities. The logits go through it once.",
            lambda logits, targets: _over_count(
                logits, targets, lambda p, target: minus_one_hot(softmax(p), target)
            ),
        ),
        Misconception(
            "one taken off the logits",
            "You took the one-hot vectors off the logits. They come off the probabilities.",
            lambda logits, targets: _divided(
                [minus_one_hot(*one) for one in zip(plain(logits), plain(targets), strict=True)],
                len(targets),
            ),
        ),
        Misconception(
            "p times one minus p",
            "That is how a probability changes with its own logit. Asked for is how the loss "
            "changes: probabilities minus one-hot.",
            lambda logits, targets: _over_count(
                logits, targets, lambda p, target: [x * (1 - x) for x in p]
            ),
        ),
        Misconception(
            "a sigmoid for the softmax",
            "You took the sigmoid of each logit. The words of a place share one probability: "
            "softmax.",
            lambda logits, targets: _divided(
                [
                    minus_one_hot([over(1, 1 + exp(-z)) for z in row], target)
                    for row, target in zip(plain(logits), plain(targets), strict=True)
                ],
                len(targets),
            ),
        ),
        Misconception(
            "multiplied by the number of places",
            "You multiplied by N where you should divide by it.",
            lambda logits, targets: [
                [x * len(targets) for x in row] for row in _slopes(logits, targets)
            ],
        ),
        Misconception(
            "the 1 not divided like the rest",
            "The probabilities and the 1 at the target are not divided alike. Take the 1 off "
            "first, and divide all of it by N.",
            _one_hot_over_n(1, 0),
            also=(_one_hot_over_n(0, 1), _one_hot_over_n(1, 2)),
        ),
        Misconception(
            "divided by the words",
            "You divided by V, the number of words. The mean is over the N places.",
            lambda logits, targets: _divided(_slopes(logits, targets), len(logits[0])),
        ),
        Misconception(
            "one softmax for all places",
            "Your softmax divides by the sum over all places. Each row has a sum of its own.",
            _one_softmax,
        ),
        Misconception(
            "one taken off in whole columns",
            "You took 1 off in the whole column of each target. Each place has one target, and "
            "takes 1 off there alone: index with the places and the targets together.",
            _one_off_in_columns,
        ),
        Misconception(
            "one target for all places",
            "You used one place's target for all. Each place has its own.",
            _one_target_for_all(0),
            also=(_one_target_for_all(-1),),
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
