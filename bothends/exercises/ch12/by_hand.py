"""Two pairs of one head, turned by hand at four positions."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs

QUARTERS = (2, 1)  # quarter turns for each token, one number a pair
NEIGHBOURS, HALVES = ((0, 1), (2, 3)), ((0, 2), (1, 3))
AHEAD = ((1, 0), (0, 1), (-1, 0), (0, -1))  # cos and sin after 0 to 3 quarter turns


def _turned(x, quarters=QUARTERS, first=0, pairs=NEIGHBOURS, sign=1, flip=-1):
    rows = []
    for m in range(first, first + 4):
        row = [0] * 4
        for (a, b), step in zip(pairs, quarters, strict=True):
            cos, sin = AHEAD[m * step % 4]
            row[a] = x[a] * cos + flip * sign * x[b] * sin
            row[b] = sign * x[a] * sin + x[b] * cos
        rows.append(row)
    return rows


def exercise(x):
    """Return the exercise for a query of four channels."""
    return Exercise(
        id="12-turn-by-hand",
        title="Two hands of a clock",
        minutes=6,
        difficulty="easy",
        kind="table",
        reference=lambda: _turned(x),
        cases=no_inputs,
        misconceptions=(
            Misconception(
                "turned the other way",
                "You turned from the second axis towards the first. With sign +1 the arrow (1, 0) "
                "goes towards (0, 1).",
                lambda: _turned(x, sign=-1),
            ),
            Misconception(
                "positions counted from one",
                "Your first row is turned already. Positions count from 0, and the token at "
                "position 0 stays as it is.",
                lambda: _turned(x, first=1),
            ),
            Misconception(
                "halves for neighbours",
                "You paired channel 0 with channel 2. That is the other layout; here neighbours "
                "make a pair.",
                lambda: _turned(x, pairs=HALVES),
            ),
            Misconception(
                "one frequency for both pairs",
                "Both of your pairs turn by half a turn for each token. The second pair is slower.",
                lambda: _turned(x, quarters=(2, 2)),
            ),
            Misconception(
                "the slow pair first",
                "You gave the fast frequency to the second pair. Pair 0 is the fast one.",
                lambda: _turned(x, quarters=(1, 2)),
            ),
            Misconception(
                "both terms added",
                "You added the two terms in both channels. In the first channel of a pair the sine "
                "term is subtracted: that is what keeps the length.",
                lambda: _turned(x, flip=1),
            ),
        ),
        hints=(
            "How does the row at position 0 look?",
            "Half a turn changes both signs. A quarter turn brings (1, 0) to (0, 1) and (0, 1) to "
            "(-1, 0).",
            "After a quarter turn (a, b) is (-b, a). Each row turns the row above it once more.",
        ),
    )


EXERCISE = exercise([3, 1, 4, 2])
