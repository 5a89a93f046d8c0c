"""Llama-3 scaling: keep, blend, divide."""

import math

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain


def _slowed(frequencies, factor, low, high, length, *, turn=2 * math.pi, share=None):
    """Blend each frequency; `share` says how much of it is kept, from its number of turns."""
    share = share or (lambda turns: (turns - low) / (high - low))
    answer = []
    for theta in plain(frequencies):
        kept = min(max(share(length * theta / turn), 0), 1)
        answer.append(kept * theta + (1 - kept) * theta / factor)
    return answer


def _two_bands(frequencies, factor, low, high, length):
    return _slowed(frequencies, factor, low, high, length, share=lambda turns: turns >= high)


def _all_divided(frequencies, factor, low, high, length):
    return [theta / factor for theta in plain(frequencies)]


def _blend_turned_round(frequencies, factor, low, high, length):
    def share(turns):
        kept = (turns - low) / (high - low)
        return 1 - kept if 0 < kept < 1 else kept

    return _slowed(frequencies, factor, low, high, length, share=share)


def _slow_ones_kept(frequencies, factor, low, high, length):
    def share(turns):
        return 1 - (turns - low) / (high - low)

    return _slowed(frequencies, factor, low, high, length, share=share)


def _by_wavelength(frequencies, factor, low, high, length):
    def share(turns):
        return (1 / low - 1 / turns) / (1 / low - 1 / high)

    return _slowed(frequencies, factor, low, high, length, share=share)


def _radians(frequencies, factor, low, high, length):
    return _slowed(frequencies, factor, low, high, length, turn=1)


def _new_length(frequencies, factor, low, high, length):
    return _slowed(frequencies, factor, low, high, factor * length)


def _no_ends(frequencies, factor, low, high, length):
    shares = [(length * x / (2 * math.pi) - low) / (high - low) for x in plain(frequencies)]
    pairs = zip(plain(frequencies), shares, strict=True)
    return [kept * theta + (1 - kept) * theta / factor for theta, kept in pairs]


def _cases():
    def with_turns(turns, length):
        return [2 * math.pi * r / length for r in turns]

    first = with_turns([40, 4.5, 3.4, 2.2, 1.3, 0.9, 0.3, 0.1], 1000)
    llama = [500_000 ** (-2 * i / 64) for i in range(32)]
    names = ("frequencies", "factor", "low", "high", "length")
    rows = [
        ((first, 4, 1, 4, 1000), "four bands of pairs"),
        ((llama, 32, 1, 4, 8192), "the 1B model of the chapter"),
        ((with_turns([50, 20, 8, 2, 0.5], 512), 8, 3, 32, 512), "other bounds"),
        ((first, 1, 1, 4, 1000), "a factor of 1"),
    ]
    return [Case(dict(zip(names, values, strict=True)), note) for values, note in rows]


EXERCISE = Exercise(
    id="15-three-bands",
    title="Three bands",
    minutes=10,
    difficulty="hard",
    kind="function",
    reference=_slowed,
    cases=_cases,
    misconceptions=(
        Misconception(
            "two bands",
            "You keep the fast pairs and divide all others. Between the two bounds a pair is "
            "divided in part.",
            _two_bands,
        ),
        Misconception(
            "all divided",
            "You divided every frequency. Pairs that get round often enough are kept.",
            _all_divided,
        ),
        Misconception(
            "the blend turned round",
            "Your two ends are right, and the ramp between them runs the wrong way. A pair with "
            "more turns keeps more.",
            _blend_turned_round,
        ),
        Misconception(
            "the slow ones kept",
            "You keep the slow pairs and divide the fast ones. It is the slow ones that meet "
            "angles they have never seen.",
            _slow_ones_kept,
        ),
        Misconception(
            "a ramp in wavelengths",
            "Your ramp is straight in the wavelength. Asked for is one that is straight in the "
            "number of turns, which is length / wavelength.",
            _by_wavelength,
        ),
        Misconception(
            "radians for turns",
            "You took length times frequency for the number of turns. Those are radians; a turn "
            "has 2 pi of them.",
            _radians,
        ),
        Misconception(
            "turns in the new length",
            "You counted turns in the longer text. What counts is what a pair has seen in "
            "training.",
            _new_length,
        ),
        Misconception(
            "a ramp without ends",
            "Your ramp goes on beyond its bounds, so fast pairs get faster. The share that is "
            "kept lies between 0 and 1.",
            _no_ends,
        ),
    ),
    hints=(
        "How many turns does a pair make within `length` tokens?",
        "The share kept is 0 at `low` turns, 1 at `high` turns, straight between, and stays at "
        "0 and 1 outside.",
        "`r = length * theta / (2 * math.pi)`, `kept = min(max((r - low) / (high - low), 0), 1)`, "
        "and then a sum of two parts of theta.",
    ),
)
