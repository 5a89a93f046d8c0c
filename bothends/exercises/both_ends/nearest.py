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


def _cosines(table, row, k):
    rows = plain(table)
    return [_cosine(rows[row], rows[v]) for v in nearest_rows(table, row, k)]


def _squared_length(table, row, k):
    return _ranked(table, row, k, lambda a, b: _dot(a, b) / (hypot(*a) * hypot(*b)) ** 2)


def _by_content(table, row, k):
    rows = plain(table)
    ranked = nearest_rows(table, row, len(rows))
    return [v for v in ranked if rows[v] != rows[row]][:k]


def _first_of_equals_dropped(table, row, k):
    """Rank upwards, turn it round and drop the first: of two equal rows the last one goes."""
    rows = plain(table)
    upwards = sorted(range(len(rows)), key=lambda v: _cosine(rows[row], rows[v]))
    return upwards[::-1][1 : k + 1]


def _in_order_of_ids(table, row, k):
    return sorted(nearest_rows(table, row, k))


def _by_sizes(table, row, k):
    return _ranked(table, row, k, lambda a, b: -sum(abs(x - y) for x, y in zip(a, b, strict=True)))


EXERCISE = Exercise(
    id="model-nearest",
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
        Case(
            {"table": [[2, 1], [0.5, 7], [2, 1], [-1, 3], [6, 2]], "row": 0, "k": 2},
            "the twin stands behind",
        ),
        Case(
            {
                "table": [
                    [4, -1, 2],
                    [1, 1, 1],
                    [-2, 5, 0.5],
                    [8, 7, 9],
                    [0.2, -0.3, 0.1],
                    [3, 3, -4],
                    [-1, -1.5, -1],
                ],
                "row": 1,
                "k": 4,
            },
            "seven rows",
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
            also=(_by_sizes,),
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
            also=(_first_of_equals_dropped,),
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
        Misconception(
            "rows with the same numbers left out",
            "You left out every row that has the numbers of `row`. Another row with the same "
            "numbers is its nearest neighbour: leave out the row itself by its id.",
            _by_content,
        ),
        Misconception(
            "cosines for ids",
            "You returned the cosines. Asked for are the ids of the rows.",
            _cosines,
        ),
        Misconception(
            "sorted by id",
            "These are the right rows, in the order of their ids. The nearest comes first.",
            _in_order_of_ids,
        ),
        Misconception(
            "divided by the squares",
            "You divided by the squares of the lengths. The cosine is the dot product over the two "
            "lengths: their roots are missing.",
            _squared_length,
        ),
    ),
    hints=(
        "Which number says how well two directions agree, whatever the lengths are?",
        "Divide the dot product by the lengths of both rows. Do it for all rows but `row`.",
        "Sort these ids by minus their cosine, and keep the first k.",
    ),
)
