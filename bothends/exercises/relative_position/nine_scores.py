"""All scores of one query and one key at three positions, in quarter turns."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs

AT = range(3)


def _turned(pair, quarters):
    a, b = map(float, pair)  # a learner may turn by cosines that are nearly 0
    for _ in range(quarters % 4):
        a, b = -b, a
    return a, b


def _table(q, k, quarters):
    """Return q k for each (m, n), with the key turned by `quarters(m, n)`."""
    return lambda: [
        [sum(x * y for x, y in zip(q, _turned(k, quarters(m, n)), strict=True)) for n in AT]
        for m in AT
    ]


def exercise(q, k):
    """Return the exercise for a query and a key, a pair of numbers each."""
    turned = [str(_turned(k, quarters)) for quarters in (-2, -1, 0, 1, 2)]
    return Exercise(
        id="relative-nine-scores",
        title="Nine scores by hand",
        minutes=8,
        difficulty="medium",
        kind="table",
        reference=_table(q, k, lambda m, n: n - m),
        cases=no_inputs,
        misconceptions=(
            Misconception(
                "turned the other way",
                "Your table is flipped at its diagonal: you turned clockwise, or took m - n for n "
                "- m. With sign + the pair (a, b) goes to (-b, a) at each step.",
                _table(q, k, lambda m, n: m - n),
            ),
            Misconception(
                "a distance without a direction",
                "Your table is the same above and below the diagonal. A key one place before the "
                "query is turned one quarter back, one place after it one quarter forth.",
                _table(q, k, lambda m, n: abs(n - m)),
            ),
            Misconception(
                "positions added",
                "You turned by m + n. Both vectors turn the same way, so a common turn cancels: "
                "what is left is the difference.",
                _table(q, k, lambda m, n: n + m),
            ),
            Misconception(
                "only the key turned",
                "All your rows are equal: the query stayed where it was. It is turned by its own "
                "position too.",
                _table(q, k, lambda m, n: n),
            ),
            Misconception(
                "only the query turned",
                "All your columns are equal: the key stayed where it was. It is turned by its own "
                "position too.",
                _table(q, k, lambda m, n: -m),
            ),
            Misconception(
                "no position at all",
                "You wrote the plain dot product everywhere. It is right where both stand at the "
                "same position, and only there.",
                _table(q, k, lambda m, n: 0),
            ),
            Misconception(
                "half a turn for each token",
                "You turned by half a turn for each token. The pair turns by a quarter.",
                _table(q, k, lambda m, n: 2 * (n - m)),
            ),
            Misconception(
                "the key turned once more",
                "Your scores are those of a key one place further on. Positions count from 0, for "
                "queries and keys alike.",
                _table(q, k, lambda m, n: n - m + 1),
                also=(_table(q, k, lambda m, n: n - m - 1),),
            ),
        ),
        hints=(
            "Five numbers are enough for the nine cells: which cells must be equal?",
            "Start with the diagonal, where nothing is left of the turning. Then turn the key "
            "alone, by n - m quarters; a negative number means back, (a, b) to (b, -a).",
            f"Turned by -2, -1, 0, 1 and 2 quarters the key is {', '.join(turned)}. Multiply each "
            f"with the query {tuple(q)}.",
        ),
    )


EXERCISE = exercise([2, 1], [3, 1])
