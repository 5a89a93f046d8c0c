"""The loss of one place, for logits of any size."""

import math
import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.head_and_loss.softmax import exp, log, over, softmax


def loss_of_one(logits, target):
    """Return ln sum e^z minus the target's logit, with the largest logit taken out first."""
    top = max(logits)
    return top + math.log(sum(math.exp(z - top) for z in logits)) - logits[target]


def _softmax_first(logits, target):
    share = softmax(logits)[target]
    return -math.log(share) if share else math.inf


def _bare_logarithm(logits, target):
    return -math.log(softmax(logits)[target])


def _bare_exponential(logits, target):
    return -math.log(math.exp(logits[target]) / sum(math.exp(z) for z in logits))


def _share_in_numpy(logits, target):
    return -log(over(exp(logits[target]), sum(map(exp, logits))))


def _sum_in_numpy(logits, target):
    return log(sum(map(exp, logits))) - logits[target]


def _from_zero_in_numpy(logits, target):
    top = max(0, *logits)
    return top + log(sum(exp(z - top) for z in logits)) - logits[target]


def _floor(least):
    return lambda logits, target: -math.log(max(softmax(logits)[target], least))


def _largest_from_zero(logits, target):
    top = max(0, *logits)
    return top + math.log(sum(math.exp(z - top) for z in logits)) - logits[target]


def _not_put_back(logits, target):
    return loss_of_one(logits, target) - max(logits)


def _largest_alone(logits, target):
    return max(logits) - logits[target]


def _target_left_out(logits, target):
    others = [z for v, z in enumerate(logits) if v != target]
    top = max(others)
    return top + math.log(sum(math.exp(z - top) for z in others)) - logits[target]


def _entropy(logits, target):
    return -sum(p * math.log(p) for p in softmax(logits) if p)


def _taken_off(another):
    """Return the loss with another number than the largest logit taken out first."""

    def answer(logits, target):
        top = another(logits, target)
        return top + math.log(sum(math.exp(z - top) for z in logits)) - logits[target]

    return answer


def _divided_by_the_largest(logits, target):
    top = max(logits)
    return loss_of_one([z / top for z in logits], target)


def _cases():
    draw = random.Random(6)
    return [
        Case({"logits": [0.0, 1.0, 4.0, 3.0], "target": 3}, "the chapter's example"),
        Case({"logits": [-2.0, -5.0, -3.5], "target": 0}, "negative logits"),
        Case({"logits": [2.5] * 6, "target": 4}, "a model that knows nothing"),
        Case({"logits": [1.0, -0.5, 2.0, 0.5, 1.5], "target": 1}, "the best word is another one"),
        Case({"logits": [draw.randint(-8, 8) / 2 for _ in range(9)], "target": 7}),
        Case({"logits": [10_000.0, 0.0, 0.0], "target": 1}, "one huge logit"),
        Case({"logits": [-800.0, -799.0], "target": 0}, "logits far below zero"),
        Case({"logits": [0.0, 3_000.0, 1.0], "target": 2}, "a huge logit in the middle"),
    ]


EXERCISE = Exercise(
    id="head-token-loss",
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
            "A floor such as 1e-12 hides the trouble: every hopeless answer now costs the same, "
            "27.63 for this one. Do not form the probability at all.",
            _floor(1e-12),
            also=tuple(_floor(10.0**-n) for n in (6, 7, 8, 9, 10, 15, 16, 20, 30, 45, 300, 308)),
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
            also=(_share_in_numpy, _sum_in_numpy),
        ),
        Misconception(
            "a largest of at least zero",
            "Your search for the largest logit began at 0, and all logits are below it: what you "
            "took off is none of them, and every exponential became 0. Begin with a logit.",
            _largest_from_zero,
            also=(_from_zero_in_numpy,),
        ),
        Misconception(
            "the largest not put back",
            "You took the largest logit off the exponents. Add it again after the logarithm, or "
            "take it off the target's logit too.",
            _not_put_back,
        ),
        Misconception(
            "the largest for the sum",
            "You took the largest logit for the logarithm of the sum. The others add to it.",
            _largest_alone,
        ),
        Misconception(
            "the target counted from one",
            "You measured the word before the target. Words count from 0: `logits[target]`.",
            lambda logits, target: loss_of_one(logits, target - 1),
        ),
        Misconception(
            "the word after the target",
            "You measured the word after the target. Words count from 0: `logits[target]`.",
            lambda logits, target: loss_of_one(logits, target + 1),
        ),
        Misconception(
            "the target left out of the sum",
            "Your sum leaves the target out. Its share is a share of all words, itself included.",
            _target_left_out,
        ),
        Misconception(
            "the logarithm of the sum alone",
            "You left out the target's logit: this is the logarithm of the sum.",
            lambda logits, target: loss_of_one(logits, target) + logits[target],
        ),
        Misconception(
            "the target's logit added",
            "You added the target's logit. A larger logit of the target makes the loss smaller.",
            lambda logits, target: loss_of_one(logits, target) + 2 * logits[target],
        ),
        Misconception(
            "the probability itself",
            "This is the probability of the target. The loss is minus its logarithm.",
            lambda logits, target: softmax(logits)[target],
        ),
        Misconception(
            "the mean of the exponentials",
            "You took the mean of the exponentials. The probability divides by their sum.",
            lambda logits, target: loss_of_one(logits, target) - math.log(len(logits)),
        ),
        Misconception(
            "the entropy",
            "You measured how undecided the model is. The loss asks for one word, the target.",
            _entropy,
        ),
        Misconception(
            "a largest exponent of 700",
            "You cut large logits off before the exponential. Two hopeless answers then cost the "
            "same. Take the largest logit off all of them instead.",
            lambda logits, target: _sum_in_numpy([min(z, 700.0) for z in logits], target),
            also=(
                lambda logits, target: _sum_in_numpy(
                    [max(-700.0, min(z, 700.0)) for z in logits], target
                ),
            ),
        ),
        Misconception(
            "a loss for every word",
            "You added the losses that all words would have. Only the target counts.",
            lambda logits, target: sum(loss_of_one(logits, v) for v in range(len(logits))),
        ),
        Misconception(
            "another logit taken for the largest",
            "You took out a number that is not the largest logit. Then a larger one is left, and e "
            "to the power of it is too large to write down. Take out the largest.",
            _taken_off(lambda logits, target: logits[0]),
            also=(
                _taken_off(lambda logits, target: logits[-1]),
                _taken_off(lambda logits, target: sum(logits) / len(logits)),
                _taken_off(lambda logits, target: logits[target]),
                _taken_off(lambda logits, target: min(logits)),
                _taken_off(lambda logits, target: sum(logits)),
            ),
        ),
        Misconception(
            "divided by the largest",
            "You divided by the largest logit. It is subtracted: a softmax looks at differences, "
            "and dividing changes them.",
            _divided_by_the_largest,
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
