"""Two pairs of one head, turned by hand at a few positions."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs
from bothends.exercises.rotation.rotate import NEIGHBOURS

QUARTERS = (2, 1)  # quarter turns for each token, one number a pair
PLACES = {"pairs": ((0, 1), (2, 3)), "halves": ((0, 2), (1, 3))}
SIGN_LEFT_OUT = (
    "You turned by +angle whatever the sign. With sign -1 each pair turns the other way."
)
AHEAD = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))  # cos and sin after 0 to 3 quarter turns
OTHER_LAYOUT = {
    "pairs": (
        "halves for neighbours",
        "You paired channel 0 with channel 2. That is the other layout; here neighbours make a "
        "pair.",
    ),
    "halves": ("neighbours for halves", NEIGHBOURS),
}
OTHER_WAY = {
    1: (
        "turned the other way",
        "You turned from the second axis towards the first. With sign +1 the arrow (1, 0) goes "
        "towards (0, 1).",
    ),
    -1: ("the sign left out", SIGN_LEFT_OUT),
}


def _turned(x, positions, pairing, sign, quarters=QUARTERS, flip=-1):
    rows = []
    for m in positions:
        row = [0] * 4
        for (a, b), step in zip(PLACES[pairing], quarters, strict=True):
            cos, sin = AHEAD[m * step % 4]
            row[a] = x[a] * cos + flip * sign * x[b] * sin
            row[b] = sign * x[a] * sin + x[b] * cos
        rows.append(row)
    return rows


def _both_added(x, positions, pairing, sign):
    """Return the mistake that only sign +1 brings out: with -1 the other term has the minus."""
    if sign != 1:
        return ()
    return (
        Misconception(
            "both terms added",
            "You added the two terms in both channels. In the first channel of a pair the sine "
            "term is subtracted: that is what keeps the length.",
            lambda: _turned(x, positions, pairing, sign, flip=1),
        ),
    )


def _first(x, quarters=QUARTERS):
    return _turned(x, (0, 1, 2, 3), "pairs", 1, quarters)


def _more(x):
    """Return what else goes wrong in the exercise as the book prints it."""
    return (
        Misconception(
            "a quarter turn for both pairs",
            "Both of your pairs turn by a quarter turn for each token. Pair 0 turns by half a "
            "turn.",
            lambda: _first(x, quarters=(1, 1)),
        ),
        Misconception(
            "one pair turned",
            "Only one of your pairs turns. Each of them does, at its own speed.",
            lambda: _first(x, quarters=(2, 0)),
            also=(lambda: _first(x, quarters=(0, 1)),),
        ),
        Misconception(
            "members exchanged without a minus",
            "You exchanged the members of a pair. After a quarter turn (a, b) is (-b, a): one "
            "of the two has the other sign.",
            lambda: [
                [*row[:2], *(([x[3], x[2]], [x[2], x[3]])[m % 2 == 0])]
                for m, row in enumerate(_first(x))
            ],
        ),
        Misconception(
            "turned once for all positions",
            "You turned the query once and wrote it for all later positions. It turns further "
            "with each token.",
            lambda: [_first(x)[min(m, 1)] for m in range(4)],
        ),
    )


def exercise(x, positions=(0, 1, 2, 3), pairing="pairs", sign=1):
    """Return the exercise for a query of four channels."""
    other, one_on = {"pairs": "halves", "halves": "pairs"}[pairing], [m + 1 for m in positions]
    return Exercise(
        id="rotation-turn-by-hand",
        title="Two hands of a clock",
        minutes=6,
        difficulty="easy",
        kind="table",
        reference=lambda: _turned(x, positions, pairing, sign),
        cases=no_inputs,
        misconceptions=(
            Misconception(*OTHER_WAY[sign], lambda: _turned(x, positions, pairing, -sign)),
            Misconception(
                "positions counted from one",
                "Your first row is turned already. Positions count from 0, and the token at "
                "position 0 stays as it is.",
                lambda: _turned(x, one_on, pairing, sign),
            ),
            Misconception(*OTHER_LAYOUT[pairing], lambda: _turned(x, positions, other, sign)),
            Misconception(
                "one frequency for both pairs",
                "Both of your pairs turn by half a turn for each token. The second pair is slower.",
                lambda: _turned(x, positions, pairing, sign, quarters=(2, 2)),
            ),
            Misconception(
                "the slow pair first",
                "You gave the fast frequency to the second pair. Pair 0 is the fast one.",
                lambda: _turned(x, positions, pairing, sign, quarters=(1, 2)),
            ),
            *_both_added(x, positions, pairing, sign),
            *(_more(x) if (positions, pairing, sign) == ((0, 1, 2, 3), "pairs", 1) else ()),
        ),
        hints=(
            "How does the row at position 0 look?",
            "Half a turn changes both signs of a pair. A quarter turn with sign +1 brings (a, b) "
            "to (-b, a); with sign -1 it brings (a, b) to (b, -a).",
            "At position m, pair 0 has made m half turns and pair 1 m quarter turns. Four quarters "
            "are no turn at all.",
        ),
    )


EXERCISE = exercise([3, 1, 4, 2])
