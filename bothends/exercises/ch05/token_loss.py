"""The loss of one place, for logits of any size."""

import math
import random

from bothends.exercises.ch05.softmax import softmax
from bothends.exercises.engine.exercise import Case, Exercise, Misconception


def loss_of_one(logits, target):
    """Return ln sum e^z minus the target's logit, with the largest logit taken out first."""
    top = max(logits)
    return top + math.log(sum(math.exp(z - top) for z in logits)) - logits[target]


def _floored(logits, target):
    return -math.log(max(softmax(logits)[target], 1e-12))


def _softmax_first(logits, target):
    share = softmax(logits)[target]
    return -math.log(share) if share else math.inf


def _bare_logarithm(logits, target):
    return -math.log(softmax(logits)[target])


def _bare_exponential(logits, target):
    return -math.log(math.exp(logits[target]) / sum(math.exp(z) for z in logits))


def _cases():
    draw = random.Random(6)
    return [
        Case({"logits": [0.0, 1.0, 4.0, 3.0], "target": 3}, "the chapter's example"),
        Case({"logits": [-2.0, -5.0, -3.5], "target": 0}, "negative logits"),
        Case({"logits": [2.5] * 6, "target": 4}, "a model that knows nothing"),
        Case({"logits": [draw.randint(-8, 8) / 2 for _ in range(9)], "target": 7}),
        Case({"logits": [10_000.0, 0.0, 0.0], "target": 1}, "one huge logit"),
        Case({"logits": [-800.0, -799.0], "target": 0}, "logits far below zero"),
    ]


EXERCISE = Exercise(
    id="05-token-loss",
    title="A loss that survives huge logits",
    minutes=10,
    difficulty="medium",
    kind="function",
    reference=loss_of_one,
    cases=_cases,
    misconceptions=(
        Misconception(
            "the minus forgotten",
            "A loss is 0 at best and positive otherwise; yours is negative. The logarithm of a "
            "probability is below 0, and the loss is minus that.",
            lambda logits, target: -loss_of_one(logits, target),
        ),
        Misconception(
            "a logarithm to base two",
            "Your numbers are right in bits. The loss is in nats: use the natural logarithm.",
            lambda logits, target: loss_of_one(logits, target) / math.log(2),
        ),
        Misconception(
            "one minus the probability",
            "That measure never exceeds 1, so it hardly tells a bad answer from a hopeless one. "
            "The loss is minus the logarithm of the probability.",
            lambda logits, target: 1 - softmax(logits)[target],
        ),
        Misconception(
            "the score for the probability",
            "You took minus the target's logit. A score means something only next to the other "
            "scores: the logarithm of the sum is missing.",
            lambda logits, target: -logits[target],
        ),
        Misconception(
            "the best word for the target",
            "You measured the word that the model likes best. The loss asks for the word that "
            "the text has.",
            lambda logits, target: min(loss_of_one(logits, v) for v in range(len(logits))),
        ),
        Misconception(
            "a floor under the probability",
            "A floor such as 1e-12 hides the trouble: every hopeless answer now costs the same "
            "27.63. Do not form the probability at all.",
            _floored,
        ),
        Misconception(
            "softmax first, logarithm later",
            "The share became 0 before you took its logarithm. Write the logarithm of the sum "
            "as a formula in the logits, without the share.",
            _softmax_first,
        ),
        Misconception(
            "the logarithm of a zero",
            "The share became 0, and `math.log` has no answer to that. Write the logarithm of the "
            "sum as a formula in the logits, without the share.",
            _bare_logarithm,
        ),
        Misconception(
            "e to the whole logit",
            "e to a large logit is beyond what a float can hold. Subtract the largest logit from "
            "all of them first.",
            _bare_exponential,
        ),
    ),
    hints=(
        "Write the loss without the softmax: two terms, one of them the target's logit.",
        "Adding a number to all logits does not change the loss. Which number makes the "
        "largest exponent 0?",
        "With `top = max(logits)` the sum of the `math.exp(z - top)` cannot overflow. Its "
        "logarithm plus `top` is the first of the two terms.",
    ),
    rtol=1e-4,
)
