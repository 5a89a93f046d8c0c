"""The rotation of vectors in either layout."""

import math
import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception

NEIGHBOURS = (
    'You joined neighbours where "halves" was asked for. There, channel i goes with channel i + '
    "head_dim / 2."
)


def _places(half, pairing):
    """Return the two channels of each pair."""
    if pairing == "halves":
        return [(i, i + half) for i in range(half)]
    return [(2 * i, 2 * i + 1) for i in range(half)]


def _turn(a, b, angle):
    c, s = math.cos(angle), math.sin(angle)
    return a * c - b * s, a * s + b * c


def _rotated(x, angles, pairing, turn=_turn, written=None):
    rows = []
    for vector, row_angles in zip(x, angles, strict=True):
        row, half = [0.0] * len(vector), len(vector) // 2
        to = _places(half, written or pairing)
        for (i, j), (k, m), angle in zip(_places(half, pairing), to, row_angles, strict=True):
            row[k], row[m] = turn(vector[i], vector[j], angle)
        rows.append(row)
    return rows


def _other(pairing):
    return "pairs" if pairing == "halves" else "halves"


def _added(a, b, angle):
    c, s = math.cos(angle), math.sin(angle)
    return a * c + b * s, a * s + b * c


def _in_place(a, b, angle):
    c, s = math.cos(angle), math.sin(angle)
    a = a * c - b * s
    return a, a * s + b * c


def _mixed(x, angles, pairing):
    """Take partners in the layout asked for, and angles as the other layout spreads them."""
    rows = []
    for vector, row_angles in zip(x, angles, strict=True):
        half, row, spread = len(vector) // 2, [0.0] * len(vector), [0.0] * len(vector)
        for (i, j), angle in zip(_places(half, _other(pairing)), row_angles, strict=True):
            spread[i] = spread[j] = angle
        for i, j in _places(half, pairing):
            row[i] = _turn(vector[i], vector[j], spread[i])[0]
            row[j] = _turn(vector[i], vector[j], spread[j])[1]
        rows.append(row)
    return rows


def _second_first(a, b, angle):
    c, s = math.cos(angle), math.sin(angle)
    b = a * s + b * c
    return a * c - b * s, b


def _with_angles(change):
    """Return the rotation with the angles of each row changed."""
    return lambda x, angles, pairing: _rotated(x, [change(row) for row in angles], pairing)


def _in_halves(x, angles, pairing):
    """Pair channel 0 with the last one, channel 1 with the one before it, and so on."""
    rows = []
    for vector, row_angles in zip(x, angles, strict=True):
        row = list(vector)
        for i, angle in enumerate(row_angles):
            j = len(vector) - 1 - i
            row[i], row[j] = _turn(vector[i], vector[j], angle)
        rows.append(row)
    return rows


def _cases():
    draw = random.Random(12)

    def some(rows, columns):
        return [[draw.randint(-8, 8) / 2 for _ in range(columns)] for _ in range(rows)]

    x, angles = [[1.0, 2.0, 3.0, 4.0], [2.0, -1.0, 0.5, 3.0]], [[1.0, 0.01], [2.5, 0.5]]
    return [
        Case({"x": x, "angles": angles, "pairing": "halves"}, "two vectors of two pairs"),
        Case({"x": x, "angles": angles, "pairing": "pairs"}, "the same, the other layout"),
        Case({"x": some(3, 6), "angles": some(3, 3), "pairing": "pairs"}, "three pairs"),
        Case({"x": some(4, 8), "angles": some(4, 4), "pairing": "halves"}, "as many rows as pairs"),
        Case({"x": [[3.0, 4.0]], "angles": [[0.0]], "pairing": "halves"}, "nothing to turn"),
        Case({"x": some(2, 8), "angles": some(2, 4), "pairing": "pairs"}, "four pairs"),
    ]


EXERCISE = Exercise(
    id="rotation-either-layout",
    title="Rotate in either layout",
    minutes=15,
    difficulty="medium",
    kind="function",
    reference=_rotated,
    cases=_cases,
    misconceptions=(
        Misconception(
            "neighbours for halves",
            NEIGHBOURS,
            lambda x, angles, pairing: _rotated(x, angles, "pairs"),
        ),
        Misconception(
            "halves for neighbours",
            'You joined channel i with channel i + head_dim / 2 where "pairs" was asked for. '
            "There, neighbours go together, 2i with 2i + 1.",
            lambda x, angles, pairing: _rotated(x, angles, "halves"),
        ),
        Misconception(
            "turned the other way",
            "You turned by minus the angle. The minus sign belongs to the sine term of the first "
            "member of each pair.",
            lambda x, angles, pairing: _rotated(
                x, angles, pairing, lambda a, b, angle: _turn(a, b, -angle)
            ),
        ),
        Misconception(
            "both terms added",
            "You added in both members of a pair, so lengths change. In the first one the sine "
            "term is subtracted.",
            lambda x, angles, pairing: _rotated(x, angles, pairing, _added),
        ),
        Misconception(
            "the new value used too early",
            "You computed the second member from the first one's new value. Both need the old "
            "values: compute them together, then write.",
            lambda x, angles, pairing: _rotated(x, angles, pairing, _in_place),
            also=(lambda x, angles, pairing: _rotated(x, angles, pairing, _second_first),),
        ),
        Misconception(
            "read in one layout, written in the other",
            "Each pair is turned as it should be, but its results stand in the places of the "
            "other layout. Write them back where the pair was read.",
            lambda x, angles, pairing: _rotated(x, angles, pairing, written=_other(pairing)),
        ),
        Misconception(
            "angles spread for the other layout",
            "The two members of a pair got different angles, so lengths change: cosines and sines "
            "were repeated in one layout, and partners taken in the other.",
            _mixed,
        ),
        Misconception(
            "the first row's angles for all",
            "You turned all vectors by the angles of the first one. Each row has its own: row t "
            "of `angles` belongs to row t of `x`.",
            lambda x, angles, pairing: _rotated(x, [list(angles[0]) for _ in x], pairing),
        ),
        Misconception(
            "the first angle for all pairs",
            "You turned all pairs of a vector by its first angle. Pair i has `angles[t][i]`.",
            _with_angles(lambda row: [row[0]] * len(row)),
        ),
        Misconception(
            "degrees",
            "You took the angles for degrees. They are in radians.",
            _with_angles(lambda row: [math.radians(angle) for angle in row]),
        ),
        Misconception(
            "the cosine alone",
            "You multiplied by the cosine and left the sine out. A turn mixes both members of a "
            "pair.",
            lambda x, angles, pairing: _rotated(
                x, angles, pairing, lambda a, b, t: (a * math.cos(t), b * math.cos(t))
            ),
        ),
        Misconception(
            "sine and cosine exchanged",
            "Where the cosine belongs stands the sine, and the other way round.",
            lambda x, angles, pairing: _rotated(
                x,
                angles,
                pairing,
                lambda a, b, t: (
                    a * math.sin(t) - b * math.cos(t),
                    a * math.cos(t) + b * math.sin(t),
                ),
            ),
        ),
        Misconception(
            "the members exchanged",
            "Each pair is turned as it should be, but its two members stand in each other's place.",
            lambda x, angles, pairing: _rotated(
                x, angles, pairing, lambda a, b, t: _turn(a, b, t)[::-1]
            ),
        ),
        Misconception(
            "the two layouts exchanged",
            'You have "pairs" and "halves" the wrong way round.',
            lambda x, angles, pairing: _rotated(x, angles, _other(pairing)),
        ),
        Misconception(
            "the first with the last",
            "You joined the first channel with the last one, and so on inwards. Neither layout "
            "does that.",
            _in_halves,
        ),
        Misconception(
            "the angle times the row's number",
            "You multiplied the angles by the number of the row. `angles` holds what each row "
            "turns by: nothing is left to multiply.",
            lambda x, angles, pairing: _rotated(
                x, [[t * a for a in row] for t, row in enumerate(angles)], pairing
            ),
        ),
    ),
    hints=(
        "For a vector of four channels, write down the two pairs in each layout.",
        "First find the places (i, j) of each pair; that is all in which the layouts differ. "
        "Then the formula of the chapter, once for each pair.",
        "new[i] = x[i] cos - x[j] sin and new[j] = x[i] sin + x[j] cos, with (i, j) either "
        "(p, p + half) or (2p, 2p + 1).",
    ),
    atol=1e-6,
)
