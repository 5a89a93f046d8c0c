"""How many pairs get round at least once."""

import math

from bothends.exercises.engine.exercise import Case, Exercise, Misconception


def _count(head_dim, base, n_tokens, turn=2 * math.pi):
    wavelengths = [turn * base ** (2 * i / head_dim) for i in range(head_dim // 2)]
    return sum(wavelength <= n_tokens for wavelength in wavelengths)


def _solved_for_the_last(head_dim, base, n_tokens):
    last = head_dim / 2 * math.log(n_tokens / (2 * math.pi), base)
    return max(0, math.floor(last) + 1)


EXERCISE = Exercise(
    id="rotation-whole-turns",
    title="Who gets round?",
    minutes=8,
    difficulty="medium",
    kind="function",
    reference=_count,
    cases=lambda: [
        Case({"head_dim": 64, "base": 1_000_000, "n_tokens": 216}, "a large base"),
        Case({"head_dim": 128, "base": 100_000, "n_tokens": 2048}, "nanochat's head"),
        Case({"head_dim": 128, "base": 10_000, "n_tokens": 54_411}, "just long enough for all"),
        Case({"head_dim": 128, "base": 10_000, "n_tokens": 19_860}, "nearly one pair more"),
        Case({"head_dim": 8, "base": 100, "n_tokens": 5000}, "much longer than any needs"),
        Case({"head_dim": 4, "base": 10, "n_tokens": 5000}, "two pairs, a long text"),
        Case({"head_dim": 96, "base": 500_000, "n_tokens": 8192}, "a head of 96 channels"),
        Case({"head_dim": 256, "base": 1000, "n_tokens": 40}, "a wide head, a short text"),
        Case({"head_dim": 8, "base": 10, "n_tokens": 6}, "too short for the fastest"),
    ],
    misconceptions=(
        Misconception(
            "a radian for a turn",
            "You counted the pairs that turn by one radian. A full turn is 2 pi radians.",
            lambda head_dim, base, n_tokens: _count(head_dim, base, n_tokens, turn=1),
        ),
        Misconception(
            "half a turn",
            "You counted the pairs that turn by pi. That is half a turn.",
            lambda head_dim, base, n_tokens: _count(head_dim, base, n_tokens, turn=math.pi),
        ),
        Misconception(
            "those that do not get round",
            "You counted the slow pairs. Asked for are those whose wavelength fits into the text.",
            lambda head_dim, base, n_tokens: head_dim // 2 - _count(head_dim, base, n_tokens),
        ),
        Misconception(
            "channels for pairs",
            "You counted channels. Two of them make one pair.",
            lambda head_dim, base, n_tokens: 2 * _count(head_dim, base, n_tokens),
        ),
        Misconception(
            "more pairs than there are",
            "You solved for the last pair that gets round, and the head has fewer pairs. In a long "
            "text all of them get round, and no more than head_dim / 2.",
            _solved_for_the_last,
        ),
        Misconception(
            "the exponent halved",
            "Your pairs are too fast. The frequency is base ** (-2i / head_dim), with i the "
            "number of the pair.",
            lambda head_dim, base, n_tokens: _count(head_dim, math.sqrt(base), n_tokens),
        ),
        Misconception(
            "pairs counted from one",
            "Your pairs are too slow: you counted them from 1. Pair 0 has the frequency 1.",
            lambda head_dim, base, n_tokens: sum(
                2 * math.pi * base ** (2 * (i + 1) / head_dim) <= n_tokens
                for i in range(head_dim // 2)
            ),
        ),
        Misconception(
            "the base fixed at 10,000",
            "You wrote 10,000 into the formula. The base belongs to the model, and the function "
            "is told which one it is.",
            lambda head_dim, base, n_tokens: _count(head_dim, 10_000, n_tokens),
        ),
        Misconception(
            "two turns",
            "You counted the pairs that get round twice. Once is enough.",
            lambda head_dim, base, n_tokens: _count(head_dim, base, n_tokens, turn=4 * math.pi),
        ),
        Misconception(
            "channels taken for pairs",
            "You went through all channels as if each were a pair. There are head_dim / 2 pairs.",
            lambda head_dim, base, n_tokens: sum(
                2 * math.pi * base ** (2 * i / head_dim) <= n_tokens for i in range(head_dim)
            ),
        ),
        Misconception(
            "all pairs",
            "You counted all pairs. Which of their wavelengths are longer than the text?",
            lambda head_dim, base, n_tokens: head_dim // 2,
        ),
        Misconception(
            "the turns of the fastest pair",
            "You counted how often the fastest pair gets round. Asked for is how many pairs get "
            "round at least once.",
            lambda head_dim, base, n_tokens: int(n_tokens / (2 * math.pi)),
        ),
        Misconception(
            "degrees",
            "You took 360 for a full turn. Frequencies are in radians: a turn has 2 pi of them.",
            lambda head_dim, base, n_tokens: _count(head_dim, base, n_tokens, turn=360),
            also=(lambda head_dim, base, n_tokens: _count(head_dim, base, n_tokens, turn=180),),
        ),
        Misconception(
            "all turns added up",
            "You added up the turns of all pairs. Asked for is how many pairs make at least one.",
            lambda head_dim, base, n_tokens: int(
                sum(
                    n_tokens / (2 * math.pi * base ** (2 * i / head_dim))
                    for i in range(head_dim // 2)
                )
            ),
        ),
        Misconception(
            "one pair too few",
            "You count one pair too few, unless there is none: pairs count from 0, so the number "
            "of the last one is one less than how many they are.",
            lambda head_dim, base, n_tokens: max(0, _count(head_dim, base, n_tokens) - 1),
        ),
    ),
    hints=(
        "How many tokens does a pair of frequency theta need for a full turn?",
        "Pair i needs 2 pi times base ** (2i / head_dim) tokens. Which of these numbers are at "
        "most n_tokens?",
        "Go through all head_dim // 2 pairs and count those whose frequency times n_tokens is at "
        "least 2 pi.",
    ),
)
