"""The score of a query and a key under any of the four conventions."""

import math
import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.rotation.by_hand import SIGN_LEFT_OUT

BASE = 10_000


def score_of(q, k, m, n, pairing, sign):
    """Return the dot product of q turned by its position m and k turned by n."""
    return _dot(_turned(q, m, pairing, sign), _turned(k, n, pairing, sign))


def _dot(q, k):
    return sum(a * b for a, b in zip(q, k, strict=True))


def _places(size, pairing):
    """Return the two channels of each pair."""
    half = size // 2
    if pairing == "halves":
        return [(i, i + half) for i in range(half)]
    return [(2 * i, 2 * i + 1) for i in range(half)]


def _turned(x, position, pairing, sign, step=2, layout=None):
    """Turn the pairs of `pairing`; each channel takes its angle from `layout`."""
    angles, new = list(x), list(x)
    for p, (i, j) in enumerate(_places(len(x), layout or pairing)):
        angles[i] = angles[j] = sign * position * BASE ** (-step * p / len(x))
    for i, j in _places(len(x), pairing):
        new[i] = x[i] * math.cos(angles[i]) - x[j] * math.sin(angles[i])
        new[j] = x[i] * math.sin(angles[j]) + x[j] * math.cos(angles[j])
    return new


def _mixed(q, k, m, n, pairing, sign):
    other = "pairs" if pairing == "halves" else "halves"
    return _dot(*(_turned(x, p, pairing, sign, layout=other) for x, p in ((q, m), (k, n))))


def _no_sine(q, k, m, n, pairing, sign):
    return sum(score_of(q, k, m, n, pairing, s) for s in (1, -1)) / 2


def _slow_steps(q, k, m, n, pairing, sign):
    return _dot(*(_turned(x, p, pairing, sign, step=1) for x, p in ((q, m), (k, n))))


def _by_frequencies(frequency):
    """Return the score with another frequency for pair p of d / 2."""

    def answer(q, k, m, n, pairing, sign):
        total = 0.0
        for p, (i, j) in enumerate(_places(len(q), pairing)):
            angle = sign * (n - m) * frequency(p, len(q))
            total += (q[i] * k[i] + q[j] * k[j]) * math.cos(angle)
            total += (q[j] * k[i] - q[i] * k[j]) * math.sin(angle)
        return total

    return answer


def _first_pair(q, k, m, n, pairing, sign):
    i, j = _places(len(q), pairing)[0]
    return score_of([q[i], q[j]], [k[i], k[j]], m, n, "pairs", sign)


def _plus_in_sine(q, k, m, n, pairing, sign):
    total = 0.0
    for p, (i, j) in enumerate(_places(len(q), pairing)):
        angle = sign * (n - m) * BASE ** (-2 * p / len(q))
        total += (q[i] * k[i] + q[j] * k[j]) * math.cos(angle)
        total += (q[j] * k[i] + q[i] * k[j]) * math.sin(angle)
    return total


def _cases():
    draw = random.Random(13)
    q, k = [1.0, 2.0, 3.0, 4.0], [0.5, -1.0, 2.0, 0.0]
    six, eight = ([[draw.randint(-8, 8) / 2 for _ in range(d)] for _ in range(2)] for d in (6, 8))

    def case(vectors, m, n, pairing, sign, note):
        q, k = vectors
        inputs = {"q": q, "k": k, "m": m, "n": n, "pairing": pairing, "sign": sign}
        return Case(inputs, note)

    return [
        case((q, k), 3, 5, "halves", 1, "the key after the query"),
        case((q, k), 5, 3, "halves", 1, "the key before the query"),
        case(six, 105, 103, "pairs", 1, "six channels, far out"),
        case((q, k), 3, 5, "halves", -1, "the other sign"),
        case(eight, 2, 9, "pairs", -1, "both other"),
        case((q, k), 9, 9, "pairs", -1, "the same position"),
    ]


EXERCISE = Exercise(
    id="convention-score",
    title="One score, four conventions",
    minutes=15,
    difficulty="hard",
    kind="function",
    reference=score_of,
    cases=_cases,
    misconceptions=(
        Misconception(
            "a distance without a direction",
            "You turned by the absolute distance. A key before the query and a key after it are "
            "turned to different sides.",
            lambda q, k, m, n, pairing, sign: score_of(q, k, 0, abs(n - m), pairing, sign),
        ),
        Misconception(
            "the sign left out",
            SIGN_LEFT_OUT,
            lambda q, k, m, n, pairing, sign: score_of(q, k, m, n, pairing, 1),
        ),
        Misconception(
            "turned the other way",
            "You turned by minus the angle. With sign +1, (a, b) goes to (a cos - b sin, "
            "a sin + b cos).",
            lambda q, k, m, n, pairing, sign: score_of(q, k, m, n, pairing, -sign),
        ),
        Misconception(
            "always neighbours",
            'You joined neighbours where "halves" was asked for: channel i goes with '
            "channel i + head_dim / 2.",
            lambda q, k, m, n, pairing, sign: score_of(q, k, m, n, "pairs", sign),
        ),
        Misconception(
            "always halves",
            'You joined channel i with channel i + head_dim / 2 where "pairs" was asked for: '
            "there, 2i goes with 2i + 1.",
            lambda q, k, m, n, pairing, sign: score_of(q, k, m, n, "halves", sign),
        ),
        Misconception(
            "the key not turned",
            "You turned the query alone. The key is turned by its own position too.",
            lambda q, k, m, n, pairing, sign: score_of(q, k, m, 0, pairing, sign),
        ),
        Misconception(
            "positions added",
            "Your score depends on m + n. Query and key turn the same way, each by its own "
            "position, so that a common turn cancels.",
            lambda q, k, m, n, pairing, sign: score_of(q, k, 0, n + m, pairing, sign),
        ),
        Misconception(
            "the sine left out",
            "Your score cannot tell m - n from n - m: the terms with the cosine are right, and "
            "those with the sine are missing.",
            _no_sine,
        ),
        Misconception(
            "layouts mixed",
            "You took partners in one layout and angles in the other, so the two members of a "
            "pair got different angles. That is no rotation.",
            _mixed,
        ),
        Misconception(
            "frequencies in single steps",
            "Your pair i has the frequency base^(-i/d). The exponent is -2i/d: there are only "
            "d / 2 pairs to go from 1 to nearly 1/base.",
            _slow_steps,
        ),
        Misconception(
            "divided by the root of d",
            "You divided by the root of d. Here the score is the dot product itself.",
            lambda q, k, m, n, pairing, sign: (
                score_of(q, k, m, n, pairing, sign) / math.sqrt(len(q))
            ),
        ),
        Misconception(
            "the query not turned",
            "You turned the key alone. The query is turned by its own position too.",
            lambda q, k, m, n, pairing, sign: score_of(q, k, 0, n, pairing, sign),
        ),
        Misconception(
            "nothing turned",
            "This is the plain dot product. It is right where both stand at the same position.",
            lambda q, k, m, n, pairing, sign: _dot(q, k),
        ),
        Misconception(
            "one frequency for all pairs",
            "All your pairs turn at one speed. Pair i has the frequency 10,000^(-2i/d).",
            _by_frequencies(lambda p, d: 1.0),
        ),
        Misconception(
            "pairs counted from one",
            "Your pairs are too slow: you counted them from 1. Pair 0 has the frequency 1.",
            _by_frequencies(lambda p, d: BASE ** (-2 * (p + 1) / d)),
        ),
        Misconception(
            "frequencies that grow",
            "Your pairs get faster. The exponent is negative.",
            _by_frequencies(lambda p, d: BASE ** (2 * p / d)),
        ),
        Misconception(
            "twice the exponent",
            "Your pairs slow down too fast. The exponent is -2i/d, with i the number of the pair.",
            _by_frequencies(lambda p, d: BASE ** (-4 * p / d)),
        ),
        Misconception(
            "another base",
            "Your frequencies come from another base. Here it is 10,000.",
            _by_frequencies(lambda p, d: 1000 ** (-2 * p / d)),
            also=tuple(
                _by_frequencies(lambda p, d, base=base: base ** (-2 * p / d))
                for base in (100_000, 500_000, 1_000_000)
            ),
        ),
        Misconception(
            "the first pair only",
            "Your score holds the first pair alone. Add up all d / 2 of them.",
            _first_pair,
        ),
        Misconception(
            "a plus in the sine's term",
            "You added both products in the term of the sine. One is subtracted: b u - a v.",
            _plus_in_sine,
        ),
        Misconception(
            "degrees",
            "You took the angles for degrees. They are in radians.",
            _by_frequencies(lambda p, d: math.radians(BASE ** (-2 * p / d))),
        ),
    ),
    hints=(
        "What is left to compute if you first think of both vectors as turned back by m?",
        "Find the two channels of each pair; that is all that the pairing decides. Pair i turns "
        "by sign * position * 10000 ** (-2 * i / d).",
        "For a query pair (a, b), a key pair (u, v) and angle = sign * (n - m) * frequency, add "
        "(a*u + b*v) * cos(angle) + (b*u - a*v) * sin(angle).",
    ),
)
