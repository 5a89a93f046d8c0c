"""Four logits, their softmax and the gradient, by hand."""

from bothends.exercises.ch05.softmax import (
    NO_ONE_HOT,
    REVERSED,
    minus_one_hot,
    negative,
    softmax,
)
from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs


def logits(E, h):
    """Return the score of each row of E."""
    return [sum(e * x for e, x in zip(row, h, strict=True)) for row in E]


def _shares(z):
    return [score / sum(z) for score in z]


def exercise(E, h, target):
    """Return the exercise for a table of four rows, a hidden state and a target."""
    z = logits(E, h)
    p = softmax(z)
    slopes = minus_one_hot(p, target)
    other = logits(E, h[::-1])
    other_p = softmax(other)
    return Exercise(
        id="05-four-logits",
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
        ),
        hints=(
            "Begin with four dot products. If two of them are equal, what is equal further on?",
            "Take the exponential of each score and add the four up. Each share is one of the "
            "four, divided by that sum.",
            "The third line is the second line, with 1 taken off in one place. It sums to 0.",
        ),
        rtol=0.0,
        atol=1e-3,
    )


EXERCISE = exercise([[0, 0], [1, 0], [0, 2], [1, 1]], [2, 1], 1)
