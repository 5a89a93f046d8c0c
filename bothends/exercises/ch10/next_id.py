"""Shares of the next id: crop, cap, softmax, in this order."""

import math
import random

from bothends.exercises.ch05.softmax import softmax
from bothends.exercises.engine.exercise import Case, Exercise, Misconception


def next_id_shares(logits, vocab_size, cap):
    """Return a probability for each real id: cropped, then capped, then softmax."""
    return softmax(_capped(logits[:vocab_size], cap))


def _capped(logits, cap):
    return [cap * math.tanh(z / cap) for z in logits]


def _masked_then_capped(logits, vocab_size, cap):
    padding = [-math.inf] * (len(logits) - vocab_size)
    return softmax(_capped(logits[:vocab_size] + padding, cap))[:vocab_size]


def _cases():
    draw = random.Random(55)
    wide = [draw.randint(-60, 60) / 2 for _ in range(9)]
    return [
        Case({"logits": [-4.0, -5.0, 6.0, 0.0, 9.0], "vocab_size": 3, "cap": 4}, "loud padding"),
        Case({"logits": wide, "vocab_size": 6, "cap": 15}, "large logits"),
        Case({"logits": [2.0, 1.0, -1.0], "vocab_size": 3, "cap": 2}, "nothing to crop"),
        Case({"logits": [900.0, -900.0, 30.0], "vocab_size": 2, "cap": 15}, "beyond e to the z"),
    ]


EXERCISE = Exercise(
    id="10-next-id",
    title="Crop, cap, softmax",
    minutes=10,
    difficulty="medium",
    kind="function",
    reference=next_id_shares,
    cases=_cases,
    misconceptions=(
        Misconception(
            "cropped after the softmax",
            "Your shares do not sum to 1: the padding took its part before it was cut off. Crop "
            "the logits, not the probabilities.",
            lambda logits, vocab_size, cap: softmax(_capped(logits, cap))[:vocab_size],
        ),
        Misconception(
            "the padding kept",
            "You return a share for each row. Ids from vocab_size on do not exist: no tokenizer "
            "can turn them into text.",
            lambda logits, vocab_size, cap: softmax(_capped(logits, cap)),
        ),
        Misconception(
            "masked, then capped",
            "You masked the padding with minus infinity, and the cap made it minus cap: it takes "
            "part again. What is cropped cannot come back.",
            _masked_then_capped,
        ),
        Misconception(
            "no cap",
            "You cropped, and left the cap out.",
            lambda logits, vocab_size, cap: softmax(logits[:vocab_size]),
        ),
        Misconception(
            "a hard bound",
            "You cut the logits off at the cap. A softcap bends: it moves logits inside the bound "
            "too, and two large ones stay different.",
            lambda logits, vocab_size, cap: softmax(
                [min(max(z, -cap), cap) for z in logits[:vocab_size]]
            ),
        ),
        Misconception(
            "not scaled back",
            "You returned to the range from -1 to 1: after the tanh comes a multiplication by the "
            "cap.",
            lambda logits, vocab_size, cap: softmax(
                _capped([z / cap for z in logits], 1)[:vocab_size]
            ),
        ),
    ),
    hints=(
        "Which of the three steps must not see the padding?",
        "Three lines: a slice, cap times tanh of z divided by cap, and softmax with the largest "
        "logit taken off first.",
        "`z = [cap * math.tanh(x / cap) for x in logits[:vocab_size]]`, then the exponentials of "
        "`x - max(z)`, each divided by their sum.",
    ),
)
