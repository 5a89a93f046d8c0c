"""The sinusoidal table, row by row."""

import math

from bothends.exercises.engine.exercise import Case, Exercise, Misconception


def waves(T, D):
    """Return T rows of D numbers: for each pair of columns a sine and a cosine."""
    return _rows(range(T), D)


def _speeds(D, base=10_000):
    return [base ** (-2 * i / D) for i in range(D // 2)]


def _rows(places, D, unit=1.0, base=10_000):
    return [[wave(unit * t * s) for s in _speeds(D, base) for wave in _BOTH] for t in places]


_BOTH = (math.sin, math.cos)


def _cosine_first(T, D):
    return [[wave(t * s) for s in _speeds(D) for wave in reversed(_BOTH)] for t in range(T)]


def _halves(T, D):
    return [[wave(t * s) for wave in _BOTH for s in _speeds(D)] for t in range(T)]


def _speed_each(T, D):
    return [[_BOTH[c % 2](t * 10_000 ** (-c / D)) for c in range(D)] for t in range(T)]


def _half_exponent(T, D):
    return [
        [wave(t * 10_000 ** (-i / D)) for i in range(D // 2) for wave in _BOTH] for t in range(T)
    ]


def _with_speeds(speed):
    """Return the table with another speed for pair i of D / 2."""
    return lambda T, D: [
        [wave(t * speed(i, D)) for i in range(D // 2) for wave in _BOTH] for t in range(T)
    ]


def _one_wave(wave):
    return lambda T, D: [[wave(t * s) for s in _speeds(D) for _ in _BOTH] for t in range(T)]


def _cases():
    return [
        Case({"T": 3, "D": 4}, "the chapter's width"),
        Case({"T": 5, "D": 8}, "four pairs"),
        Case({"T": 4, "D": 2}, "one pair"),
        Case({"T": 6, "D": 6}, "as many places as columns"),
    ]


EXERCISE = Exercise(
    id="position-sinusoid",
    title="A table that is computed",
    minutes=10,
    difficulty="medium",
    kind="function",
    reference=waves,
    cases=_cases,
    misconceptions=(
        Misconception(
            "places counted from one",
            "Your first row is that of place 1. Place 0 has the angle 0 in every column.",
            lambda T, D: _rows(range(1, T + 1), D),
        ),
        Misconception(
            "cosine first",
            "In each pair the sine comes first, then the cosine.",
            _cosine_first,
        ),
        Misconception(
            "all sines, then all cosines",
            "Your numbers are right and their columns are not: you have the sines in one half and "
            "the cosines in the other. Here they take turns. (Both layouts are in use, and a "
            "model knows only its own.)",
            _halves,
        ),
        Misconception(
            "a speed for each column",
            "Each of your columns has a speed of its own. The two columns of a pair share one: the "
            "exponent counts pairs.",
            _speed_each,
        ),
        Misconception(
            "half the exponent",
            "Your speeds fall too slowly: the 2 in the exponent is missing.",
            _half_exponent,
        ),
        Misconception(
            "faster and faster",
            "Your speeds grow from pair to pair. The exponent is negative.",
            lambda T, D: _rows(range(T), D, base=1 / 10_000),
        ),
        Misconception(
            "degrees",
            "You turned the angle into radians as if it were given in degrees. It is in radians.",
            lambda T, D: _rows(range(T), D, unit=math.pi / 180),
        ),
        Misconception(
            "twice the exponent",
            "Your speeds fall too fast: the exponent is -2i / D, and i counts pairs.",
            _with_speeds(lambda i, D: 10_000 ** (-4 * i / D)),
        ),
        Misconception(
            "pairs counted from one",
            "Your first pair is slower than it should be: s_0 is 1, in every table.",
            _with_speeds(lambda i, D: 10_000 ** (-2 * (i + 1) / D)),
        ),
        Misconception(
            "another base",
            "Your speeds come from another base. Here it is 10,000.",
            _with_speeds(lambda i, D: 1000 ** (-2 * i / D)),
            also=tuple(
                _with_speeds(lambda i, D, base=base: base ** (-2 * i / D))
                for base in (10, 100_000, 500_000, 1_000_000, math.e)
            ),
        ),
        Misconception(
            "one speed for all",
            "All your pairs have the speed 1. Pair i has 10,000 to the power -2i / D.",
            _with_speeds(lambda i, D: 1.0),
        ),
        Misconception(
            "down to the base itself",
            "Your slowest pair has the speed 1 / 10,000. The exponents end before -1: divide 2i by "
            "D.",
            _with_speeds(lambda i, D: 10_000 ** (-i / max(1, D // 2 - 1))),
        ),
        Misconception(
            "turns for radians",
            "You took the angle for a number of turns. It is in radians.",
            lambda T, D: _rows(range(T), D, unit=2 * math.pi),
        ),
        Misconception(
            "one wave alone",
            "You have only one of the two waves. Each pair has a sine and then a cosine.",
            _one_wave(math.sin),
            also=(_one_wave(math.cos),),
        ),
        Misconception(
            "the angles themselves",
            "These are the angles. Each pair of columns holds the sine and the cosine of one.",
            lambda T, D: [[t * s for s in _speeds(D) for _ in _BOTH] for t in range(T)],
        ),
    ),
    hints=(
        "How many pairs are there, and how many different speeds?",
        "For a place t and a pair i the angle is t times 10,000 to the power -2i/D. Which two "
        "columns does it fill?",
        "Two loops inside the row: over `i in range(D // 2)`, and for each i first `math.sin`, "
        "then `math.cos` of `t * 10_000 ** (-2 * i / D)`.",
    ),
)
