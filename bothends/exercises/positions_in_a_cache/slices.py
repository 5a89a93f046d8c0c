"""What a slice past the end of a table hands out."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs

MAX_LEN = 8
REQUESTS = ((5, 3), (6, 3), (7, 3), (8, 1), (8, 3))
ERROR = -1


def _rows_in_slice(offset, length):
    """Return how many of the positions asked for the table has."""
    return max(0, min(offset + length, MAX_LEN) - min(offset, MAX_LEN))


def _broadcast(rows, length):
    """Return the length of two axes multiplied, or -1: an axis of length 1 fits any other."""
    if rows == length or length == 1:
        return rows
    return length if rows == 1 else ERROR


def _table(rows_of=_rows_in_slice, product=_broadcast):
    pairs = [(rows_of(offset, length), length) for offset, length in REQUESTS]
    return [[rows, product(rows, length)] for rows, length in pairs]


def _always_full(offset, length):
    return length


def _last_row_again(offset, length):
    return max(1, _rows_in_slice(offset, length))


def _short_by_one(offset, length):
    return max(0, _rows_in_slice(offset, length) - 1)


def _equal_or_error(rows, length):
    return length if rows == length else ERROR


def _as_many_as_rows(rows, length):
    return rows


def _empty_is_an_error(rows, length):
    return _broadcast(rows, length) if rows else ERROR


def _rows_and_lengths():
    return [(_rows_in_slice(offset, length), length) for offset, length in REQUESTS]


EXERCISE = Exercise(
    id="cache-slices",
    title="What a slice hands out",
    minutes=6,
    difficulty="easy",
    kind="table",
    reference=_table,
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "slices as long as asked for",
            "You gave every slice its T rows. A slice ends where the table ends: it gets shorter "
            "and says nothing.",
            lambda: _table(_always_full),
        ),
        Misconception(
            "equal lengths or an error",
            "Your slices are right. But torch refuses two different lengths only if neither is 1: "
            "an axis of length 1 is stretched, or shrunk, to the other.",
            lambda: _table(product=_equal_or_error),
        ),
        Misconception(
            "the slice decides",
            "Your products are as long as their slices. That would drop queries in silence; "
            "torch compares both lengths, and only an axis of length 1 gives way.",
            lambda: _table(product=_as_many_as_rows),
        ),
        Misconception(
            "an empty slice that raises",
            "You expect an error from every empty slice. Length 0 is a length like any other: "
            "what does a single query do when it meets it?",
            lambda: _table(product=_empty_is_an_error),
        ),
        Misconception(
            "the last row for what is missing",
            "You let a slice past the end return the last row. Nothing is clamped to the last "
            "row: a slice there has no row at all.",
            lambda: _table(_last_row_again),
        ),
        Misconception(
            "seven rows",
            "Your slices end one row too early. Eight rows are 0 to 7, and `cos[5:8]` has row 7.",
            lambda: _table(_short_by_one),
        ),
        Misconception(
            "no errors at all",
            "You expect no error. Two lengths that differ, and neither of them 1, do not fit.",
            lambda: [[rows, max(rows, length)] for rows, length in _rows_and_lengths()],
        ),
        Misconception(
            "an empty slice that gives way",
            "You let an axis of length 0 take the other length. Only a length of 1 gives way.",
            lambda: [[3, 3], [2, -1], [1, 3], [0, 1], [0, 3]],
        ),
        Misconception(
            "an empty slice that wins",
            "You let a length of 0 meet a length of 3 without an error. Only a length of 1 gives "
            "way.",
            lambda: [[3, 3], [2, -1], [1, 3], [0, 0], [0, 0]],
        ),
    ),
    parts=tuple(f"the request {one}" for one in REQUESTS),
    columns=("the rows of the slice", "the positions of the product"),
    hints=(
        "List the positions that each step asks for, and cross out those that the table lacks.",
        "Compare the rows that are left with T. Equal lengths fit; a length of 1, on either "
        "side, takes the other's length; anything else is an error.",
        "In two of the five steps the table has nothing: once it meets one query, once three.",
    ),
)
