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
    id="12-whole-turns",
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
    ),
    hints=(
        "How many tokens does a pair of frequency theta need for a full turn?",
        "Pair i needs 2 pi times base ** (2i / head_dim) tokens. Which of these numbers are at "
        "most n_tokens?",
        "Go through all head_dim // 2 pairs and count those whose frequency times n_tokens is at "
        "least 2 pi.",
    ),
)
