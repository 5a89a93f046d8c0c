"""Shares of the next id: crop, cap, softmax, in this order."""

import math
import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.head_and_loss.softmax import softmax


def next_id_shares(logits, vocab_size, cap):
    """Return a probability for each real id: cropped, then capped, then softmax."""
    return softmax(_capped(logits[:vocab_size], cap))


def _capped(logits, cap):
    return [cap * math.tanh(z / cap) for z in logits]


def _masked_then_capped(logits, vocab_size, cap):
    padding = [-math.inf] * (len(logits) - vocab_size)
    return softmax(_capped(logits[:vocab_size] + padding, cap))[:vocab_size]


def _bare(logits, vocab_size, cap):
    powers = [math.exp(z) for z in _capped(logits[:vocab_size], cap)]
    return [power / sum(powers) for power in powers]


def _bare_in_numpy(logits, vocab_size, cap):
    try:
        return _bare(logits, vocab_size, cap)
    except OverflowError:
        z = _capped(logits[:vocab_size], cap)
        return [math.nan if x > 709 else 0.0 for x in z]


def _by_capped(change):
    """Return the shares with another way of capping one logit."""
    return lambda logits, vocab_size, cap: softmax([change(z, cap) for z in logits[:vocab_size]])


def _cases():
    draw = random.Random(55)
    wide = [draw.randint(-60, 60) / 2 for _ in range(9)]
    return [
        Case({"logits": [-4.0, -5.0, 6.0, 0.0, 9.0], "vocab_size": 3, "cap": 4}, "loud padding"),
        Case({"logits": wide, "vocab_size": 6, "cap": 15}, "large logits"),
        Case({"logits": [2.0, 1.0, -1.0], "vocab_size": 3, "cap": 2}, "nothing to crop"),
        Case({"logits": [900.0, -900.0, 30.0], "vocab_size": 2, "cap": 1}, "beyond e to the z"),
        Case({"logits": [2500.0, 2600.0, -9.0, 70.0], "vocab_size": 3, "cap": 1000}, "a large cap"),
        Case({"logits": [3.0, 0.5, -2.0, 1.0, 4.0], "vocab_size": 4, "cap": 6}, "small logits"),
        Case({"logits": [0.5, 0.25, 0.75, 0.5, 0.0], "vocab_size": 4, "cap": 3}, "nearly equal"),
    ]


EXERCISE = Exercise(
    id="input-next-id",
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
        Misconception(
            "e to the whole logit",
            "e to a large logit is beyond what a float can hold, and a cap may be large. Subtract "
            "the largest logit from all of them first.",
            _bare,
            also=(_bare_in_numpy,),
        ),
        Misconception(
            "not divided by the cap",
            "You took the tanh of the logit itself. It is the tanh of the logit over the cap, "
            "times the cap.",
            _by_capped(lambda z, cap: cap * math.tanh(z)),
        ),
        Misconception(
            "multiplied by the cap twice",
            "You took the tanh of the logit times the cap. It is the tanh of the logit over the "
            "cap, times the cap.",
            _by_capped(lambda z, cap: cap * math.tanh(z * cap)),
        ),
        Misconception(
            "a cap of its own",
            "You capped at 15, whatever `cap` is.",
            _by_capped(lambda z, cap: 15 * math.tanh(z / 15)),
            also=(
                _by_capped(lambda z, cap: 20 * math.tanh(z / 20)),
                _by_capped(lambda z, cap: 30 * math.tanh(z / 30)),
            ),
        ),
        Misconception(
            "the last rows kept",
            "You cut off the first rows. The padding stands behind the real ids.",
            lambda logits, vocab_size, cap: softmax(
                _capped(logits[len(logits) - vocab_size :], cap)
            ),
        ),
        Misconception(
            "no softmax",
            "These are logits, cropped and capped. Softmax makes probabilities of them.",
            lambda logits, vocab_size, cap: _capped(logits[:vocab_size], cap),
        ),
        Misconception(
            "not divided by the sum",
            "These are exponentials. Softmax divides each by their sum.",
            lambda logits, vocab_size, cap: [
                math.exp(z) for z in _capped(logits[:vocab_size], cap)
            ],
            also=(
                lambda logits, vocab_size, cap: [
                    math.exp(z - max(_capped(logits[:vocab_size], cap)))
                    for z in _capped(logits[:vocab_size], cap)
                ],
            ),
        ),
        Misconception(
            "capped after the softmax",
            "You capped the probabilities. The cap bends the logits, before the softmax.",
            lambda logits, vocab_size, cap: _capped(softmax(logits[:vocab_size]), cap),
        ),
        Misconception(
            "zeros for the padding",
            "Your padding has the share 0, and it is still there. Asked for is one number for each "
            "of the vocab_size real ids.",
            lambda logits, vocab_size, cap: (
                next_id_shares(logits, vocab_size, cap) + [0.0] * (len(logits) - vocab_size)
            ),
        ),
        Misconception(
            "the cap for a temperature",
            "You divided by the cap, without the tanh. A softcap bends large logits and leaves "
            "small ones nearly as they are.",
            _by_capped(lambda z, cap: z / cap),
            also=(_by_capped(lambda z, cap: z * cap),),
        ),
        Misconception(
            "one row too many",
            "You kept one row too many. The real ids are 0 to vocab_size - 1.",
            lambda logits, vocab_size, cap: next_id_shares(logits, vocab_size + 1, cap),
            also=(lambda logits, vocab_size, cap: next_id_shares(logits, vocab_size - 1, cap),),
        ),
        Misconception(
            "the best id alone",
            "You gave all probability to the largest logit. Softmax gives each id a share.",
            lambda logits, vocab_size, cap: [
                float(v == logits.index(max(logits[:vocab_size]))) for v in range(vocab_size)
            ],
        ),
        Misconception(
            "a sigmoid for the softmax",
            "Your shares do not sum to 1: you took the sigmoid of each logit. Softmax divides by "
            "the sum over all ids.",
            lambda logits, vocab_size, cap: [
                1 / (1 + math.exp(-z)) for z in _capped(logits[:vocab_size], min(cap, 700))
            ],
            also=(
                lambda logits, vocab_size, cap: [
                    1 / (1 + math.exp(-z)) if z > -700 else 0.0
                    for z in _capped(logits[:vocab_size], cap)
                ],
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
