"""Four logits, their softmax and the gradient, by hand."""

from bothends.exercises.ch05.softmax import (
    NO_ONE_HOT,
    REVERSED,
    minus_one_hot,
    negative,
    softmax,
)
from bothends.exercises.exercise import Exercise, Misconception, no_inputs

Z = [0, 2, 2, 3]
P = softmax(Z)
TARGET = 1
SLOPES = minus_one_hot(P, TARGET)
SHARES = [z / sum(Z) for z in Z]
FROM_COLUMNS = [0, 1, 4, 3]

EXERCISE = Exercise(
    id="05-four-logits",
    title="Four logits by hand",
    minutes=8,
    difficulty="easy",
    kind="table",
    reference=lambda: [Z, P, SLOPES],
    cases=no_inputs,
    misconceptions=(
        Misconception("no one-hot taken off", NO_ONE_HOT, lambda: [Z, P, P]),
        Misconception("the sign turned round", REVERSED, lambda: [Z, P, negative(SLOPES)]),
        Misconception(
            "the target counted from one",
            "The slopes would be right for another target. Rows count from 0: target 1 is the "
            "second row.",
            lambda: [Z, P, minus_one_hot(P, TARGET - 1)],
        ),
        Misconception(
            "shares of the scores",
            "You divided each score by the sum of the scores. Softmax first makes each score "
            "positive with the exponential, then divides.",
            lambda: [Z, SHARES, minus_one_hot(SHARES, TARGET)],
        ),
        Misconception(
            "one taken off the score",
            "Your slopes begin from the scores. The one-hot vector is subtracted from the "
            "probabilities.",
            lambda: [Z, P, minus_one_hot(Z, TARGET)],
        ),
        Misconception(
            "the hidden state read backwards",
            "These are the logits of the chapter's h = [1, 2]. Here the larger number stands in "
            "column 0.",
            lambda: [
                FROM_COLUMNS,
                softmax(FROM_COLUMNS),
                minus_one_hot(softmax(FROM_COLUMNS), TARGET),
            ],
        ),
    ),
    hints=(
        "Begin with four dot products. Two of them are equal; so what will be equal further on?",
        "Take the exponential of each score and add the four up. Each share is one of the four, "
        "divided by that sum.",
        "The third line is the second line, with 1 taken off in one place. It sums to 0.",
    ),
    rtol=0.0,
    atol=1e-3,
)
