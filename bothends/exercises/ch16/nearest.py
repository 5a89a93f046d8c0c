"""The nearest rows of a table."""

from math import dist, hypot

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain


def _dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def _cosine(a, b):
    return _dot(a, b) / (hypot(*a) * hypot(*b))


def _ranked(table, row, k, likeness, skip=True):
    rows = plain(table)
    others = [v for v in range(len(rows)) if v != row or not skip]
    return sorted(others, key=lambda v: -likeness(rows[row], rows[v]))[:k]


def nearest_rows(table, row, k):
    """Return the k other rows by cosine, largest first."""
    return _ranked(table, row, k, _cosine)


def _by_dot(table, row, k):
    return _ranked(table, row, k, _dot)


def _by_distance(table, row, k):
    return _ranked(table, row, k, lambda a, b: -dist(a, b))


def _with_itself(table, row, k):
    return _ranked(table, row, k, lambda a, b: 2 if a == b else _cosine(a, b), skip=False)


def _first_dropped(table, row, k):
    return _ranked(table, row, k + 1, _cosine, skip=False)[1:]


def _farthest(table, row, k):
    return _ranked(table, row, k, lambda a, b: -_cosine(a, b))


def _either_way(table, row, k):
    return _ranked(table, row, k, lambda a, b: abs(_cosine(a, b)))


EXERCISE = Exercise(
    id="16-nearest",
    title="The nearest rows",
    minutes=8,
    difficulty="medium",
    kind="function",
    reference=nearest_rows,
    cases=lambda: [
        Case(
            {
                "table": [[1, 0], [9, 8], [1, 0.4], [0, 1], [-3, 0.1], [0.3, 0.2]],
                "row": 0,
                "k": 3,
            },
            "long and short rows",
        ),
        Case({"table": [[1, 1], [2, 2.5], [-1, 1], [-4, -4.5]], "row": 3, "k": 2}, "below zero"),
        Case(
            {"table": [[1, 2, 3], [3, 2, 1], [1, 2, 2], [0, 0, 5]], "row": 2, "k": 3},
            "three columns",
        ),
        Case(
            {"table": [[0, 5], [3, 4], [4, 3], [3, 4]], "row": 3, "k": 2},
            "a row that occurs twice",
        ),
    ],
    misconceptions=(
        Misconception(
            "the dot product",
            "You ranked by the dot product. It grows with the length of a row, so that long rows "
            "seem near to everything.",
            _by_dot,
        ),
        Misconception(
            "the distance",
            "You ranked by the distance of the end points. Two rows of one direction may be far "
            "apart, if one is long and one is short.",
            _by_distance,
        ),
        Misconception(
            "itself among its neighbours",
            "A row is of course nearest to itself. Leave it out.",
            _with_itself,
        ),
        Misconception(
            "the first of all dropped",
            "You ranked all rows and dropped the first. Another row may have the same direction "
            "and stand in its place: leave the row out by its number.",
            _first_dropped,
        ),
        Misconception(
            "the farthest first",
            "You sorted upwards. The largest cosine belongs to the nearest row.",
            _farthest,
        ),
        Misconception(
            "the opposite taken for near",
            "A row in the opposite direction has cosine -1. That is as far as it gets.",
            _either_way,
        ),
    ),
    hints=(
        "Which number says how well two directions agree, whatever the lengths are?",
        "Divide the dot product by the lengths of both rows. Do it for all rows but `row`.",
        "Sort these ids by minus their cosine, and keep the first k.",
    ),
)
