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


def _halfway(frequencies, factor, low, high, length):
    def share(turns):
        return 0.5 if low < turns < high else float(turns >= high)

    return _slowed(frequencies, factor, low, high, length, share=share)


def _rest_lost(frequencies, factor, low, high, length):
    answer = []
    for theta in plain(frequencies):
        kept = min(max((length * theta / (2 * math.pi) - low) / (high - low), 0), 1)
        answer.append(kept * theta if kept else theta / factor)
    return answer


def _multiplied(frequencies, factor, low, high, length):
    return _slowed(frequencies, 1 / factor, low, high, length)


def _from_zero_turns(frequencies, factor, low, high, length):
    def share(turns):
        return turns / high if low < turns < high else float(turns >= high)

    return _slowed(frequencies, factor, low, high, length, share=share)


def _blended_divisor(frequencies, factor, low, high, length):
    answer = []
    for theta in plain(frequencies):
        kept = min(max((length * theta / (2 * math.pi) - low) / (high - low), 0), 1)
        answer.append(theta / (kept + (1 - kept) * factor))
    return answer


def _wavelengths(frequencies, factor, low, high, length):
    turns = _slowed(frequencies, factor, low, high, length)
    return [2 * math.pi / theta for theta in turns]


def _by_share(share):
    return lambda frequencies, factor, low, high, length: _slowed(
        frequencies, factor, low, high, length, share=lambda turns: share(turns, low, high)
    )


def _smooth(turns, low, high):
    kept = min(max((turns - low) / (high - low), 0), 1)
    return kept * kept * (3 - 2 * kept)


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
    id="long-three-bands",
    title="Three bands",
    minutes=10,
    difficulty="medium",
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
        Misconception(
            "halfway between the bounds",
            "Between the bounds you keep one half, however many turns there are. The share rises "
            "with the number of turns.",
            _halfway,
        ),
        Misconception(
            "the rest lost",
            "Between the bounds you keep a share and drop what is left over. The rest is divided "
            "by the factor, and added.",
            _rest_lost,
        ),
        Misconception(
            "multiplied by the factor",
            "You multiplied where you should divide. The slow pairs are to become slower.",
            _multiplied,
        ),
        Misconception(
            "a ramp from zero turns",
            "Your ramp begins at 0 turns. It begins at `low`: there the share is 0.",
            _from_zero_turns,
        ),
        Misconception(
            "a blend of the divisors",
            "You blended 1 and the factor, and then divided. Asked for is a blend of the frequency "
            "and the divided frequency.",
            _blended_divisor,
        ),
        Misconception(
            "the fast ones divided",
            "You divided the fast pairs, and blended where you should; the ends are exchanged.",
            lambda frequencies, factor, low, high, length: _slowed(
                frequencies,
                factor,
                low,
                high,
                length,
                share=lambda turns: (
                    (turns - low) / (high - low) if low < turns < high else float(turns <= low)
                ),
            ),
        ),
        Misconception(
            "wavelengths",
            "These are wavelengths. Asked for are frequencies, in radians per token.",
            _wavelengths,
        ),
        Misconception(
            "a ramp that is no straight line",
            "Your two ends are right. Between them the share rises in a straight line with the "
            "number of turns; yours is bent.",
            _by_share(_smooth),
            also=(
                _by_share(lambda t, low, high: math.log(t / low) / math.log(high / low)),
                _by_share(lambda t, low, high: max((t - low) / (high - low), 0) ** 2),
                _by_share(lambda t, low, high: max((t - low) / (high - low), 0) ** 0.5),
            ),
        ),
        Misconception(
            "everything above the lower bound kept",
            "You keep a pair as soon as it makes `low` turns. It keeps all of its frequency from "
            "`high` turns on.",
            _by_share(lambda t, low, high: t > low),
        ),
        Misconception(
            "the wavelength for the number of turns",
            "You compared wavelength over length with the bounds. The number of turns is length "
            "over wavelength.",
            _by_share(lambda t, low, high: (1 / t - low) / (high - low)),
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
