"""Four logits, their softmax and the gradient, by hand."""

import math

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs
from bothends.exercises.head_and_loss.softmax import (
    NO_ONE_HOT,
    REVERSED,
    minus_one_hot,
    negative,
    softmax,
)


def logits(E, h):
    """Return the score of each row of E."""
    return [sum(e * x for e, x in zip(row, h, strict=True)) for row in E]


def _shares(z):
    return [score / sum(z) for score in z]


def _target_alone(p, target):
    return [p[v] - 1 if v == target else 0.0 for v in range(len(p))]


def _of_logits(z, target):
    p = softmax(z)
    return [z, p, minus_one_hot(p, target)]


def exercise(E, h, target):
    """Return the exercise for a table of four rows, a hidden state and a target."""
    z = logits(E, h)
    p = softmax(z)
    slopes = minus_one_hot(p, target)
    other = logits(E, h[::-1])
    other_p = softmax(other)
    powers = [math.exp(score) for score in z]
    twos = [2**score / sum(2**one for one in z) for score in z]
    return Exercise(
        id="head-four-logits",
        title="Four logits by hand",
        minutes=8,
        difficulty="easy",
        kind="table",
        reference=lambda: [z, p, slopes],
        cases=no_inputs,
        misconceptions=(
            Misconception("no one-hot taken off", NO_ONE_HOT, lambda: [z, p, p]),
            Misconception("the sign turned round", REVERSED, lambda: [z, p, negative(slopes)]),
            Misconception(
                "the target counted from one",
                "The slopes would be right for another target. Rows count from 0: target 1 is the "
                "second row.",
                lambda: [z, p, minus_one_hot(p, target - 1)],
            ),
            Misconception(
                "shares of the scores",
                "You divided each score by the sum of the scores. Softmax first makes each score "
                "positive with the exponential, then divides.",
                lambda: [z, _shares(z), minus_one_hot(_shares(z), target)],
            ),
            Misconception(
                "one taken off the score",
                "Your slopes begin from the scores. The one-hot vector is subtracted from the "
                "probabilities.",
                lambda: [z, p, minus_one_hot(z, target)],
            ),
            Misconception(
                "the hidden state read backwards",
                "You took the two numbers of h in the other order. Its first number meets column 0 "
                "of the table, its second one column 1.",
                lambda: [other, other_p, minus_one_hot(other_p, target)],
            ),
            Misconception(
                "not divided by the sum",
                "Your second line holds the exponentials. Softmax divides each by their sum.",
                lambda: [z, powers, minus_one_hot(powers, target)],
                also=(lambda: [z, powers, slopes],),
            ),
            Misconception(
                "powers of two",
                "You took powers of 2. The exponential has the base e = 2.718.",
                lambda: [z, twos, minus_one_hot(twos, target)],
            ),
            Misconception(
                "the target alone",
                "You gave a slope to the target alone. Raising another word's logit takes "
                "probability from the target, so all four have a slope.",
                lambda: [z, p, _target_alone(p, target)],
            ),
            Misconception(
                "one taken off everywhere",
                "You took 1 off every probability. It goes off at the target only.",
                lambda: [z, p, [x - 1 for x in p]],
            ),
            Misconception(
                "one hot without the probabilities",
                "Your third line is minus the one-hot vector. The probabilities belong in it.",
                lambda: [z, p, minus_one_hot([0.0] * len(p), target)],
            ),
            Misconception(
                "the loss for the gradient",
                "Your third line holds minus the logarithms of the probabilities, the losses that "
                "each word would have as target. Asked for are slopes.",
                lambda: [z, p, [-math.log(x) for x in p]],
            ),
            Misconception(
                "one minus the probabilities",
                "Your third line is 1 minus the probabilities. It is the probabilities, with 1 "
                "taken off at the target.",
                lambda: [z, p, [1 - x for x in p]],
            ),
            Misconception(
                "p times one minus p",
                "That is how a probability changes with its own logit. Asked for is how the loss "
                "changes: probabilities minus one-hot.",
                lambda: [z, p, [x * (1 - x) for x in p]],
            ),
            Misconception(
                "the loss for its gradient",
                "You wrote down the loss. Its gradient has four numbers, one for each logit.",
                lambda: [z, p, [-math.log(p[target])] * len(p)],
            ),
            Misconception(
                "rows added up",
                "Your logits are the sums of the rows. A logit is the dot product of a row with h.",
                lambda: _of_logits([sum(row) for row in E], target),
            ),
        ),
        row_rules=(
            "A logit is the dot product of its row of the table with h.",
            "A probability is e to the power of its logit, over the sum of all four; e to the "
            "power 0 is 1.",
            f"A slope is the probability, with 1 taken off at the target, id {target}, and nowhere "
            "else.",
        ),
        hints=(
            "Begin with four dot products. If two of them are equal, what is equal further on?",
            "Take the exponential of each score and add the four up. Each share is one of the "
            "four, divided by that sum.",
            "The third line is the second line, with 1 taken off in one place. It sums to 0.",
        ),
        rtol=0.0,
        atol=1e-3,
        parts=("the logits", "the softmax", "the gradient"),
    )


EXERCISE = exercise([[0, 0], [1, 0], [0, 2], [1, 1]], [2, 1], 1)
