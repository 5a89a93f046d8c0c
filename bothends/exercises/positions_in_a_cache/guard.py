"""The guard of a table of rotations."""

import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain


def guarded(requests, max_len):
    """Return for each (offset, length) whether positions offset .. offset + length - 1 exist."""
    return _each(lambda offset, length: offset >= 0 and offset + length <= max_len, requests)


def _each(rule, requests):
    return [rule(offset, length) for offset, length in plain(requests)]


def _length_alone(requests, max_len):
    return _each(lambda offset, length: length <= max_len, requests)


def _first_position_alone(requests, max_len):
    return _each(lambda offset, length: 0 <= offset < max_len, requests)


def _one_too_few(requests, max_len):
    return _each(lambda offset, length: offset >= 0 and offset + length < max_len, requests)


def _one_too_many(requests, max_len):
    return _each(lambda offset, length: offset >= 0 and offset + length - 1 <= max_len, requests)


def _negative_too(requests, max_len):
    return _each(lambda offset, length: offset + length <= max_len, requests)


def _refused(requests, max_len):
    return [not served for served in guarded(requests, max_len)]


def _end_alone(requests, max_len):
    return _each(lambda offset, length: 0 <= offset + length <= max_len, requests)


def _last_position_alone(requests, max_len):
    return _each(lambda offset, length: 0 <= offset + length - 1 < max_len, requests)


def _both_alone(requests, max_len):
    return _each(lambda offset, length: 0 <= offset < max_len and length <= max_len, requests)


def _empty_refused(requests, max_len):
    return _each(
        lambda offset, length: length > 0 and offset >= 0 and offset + length <= max_len, requests
    )


def _zero_refused(requests, max_len):
    return _each(lambda offset, length: offset > 0 and offset + length <= max_len, requests)


def _empty_at_the_end_refused(requests, max_len):
    return _each(
        lambda offset, length: 0 <= offset < max_len and offset + length <= max_len, requests
    )


def _cases():
    draw = random.Random(14)
    first = [[0, 8], [7, 1], [8, 1], [7, 3], [6, 3], [-2, 2], [8, 0], [0, 9], [0, 0], [-1, 3]]
    many = [[draw.randrange(-4, 16), draw.randrange(15)] for _ in range(40)]
    some = [[draw.randrange(12), draw.randrange(7)] for _ in range(9)]
    return [
        Case({"requests": first, "max_len": 8}, "the table of the chapter"),
        Case({"requests": [[0, 1], [1, 1], [1, 0], [0, 2], [2, 0]], "max_len": 1}, "one row"),
        Case({"requests": some, "max_len": 10}),
        Case(
            {"requests": [[-3, 2], [-1, 1], [-2, 7], [5, 0], [0, 5], [5, 1], [4, 1], [2, 9]]}
            | {"max_len": 5},
            "offsets below zero",
        ),
        Case({"requests": many, "max_len": 12}, "forty requests"),
    ]


EXERCISE = Exercise(
    id="cache-guard",
    title="The cache guard",
    minutes=6,
    difficulty="medium",
    kind="function",
    reference=guarded,
    cases=_cases,
    misconceptions=(
        Misconception(
            "the length alone",
            "You compare the length of the step with the table. That is right in a full pass, "
            "where the offset is 0; later the step begins at its offset.",
            _length_alone,
        ),
        Misconception(
            "the first position alone",
            "You ask whether the first position is there. The slice may still be shorter than "
            "the step, and if one row is left it is used for all of its tokens.",
            _first_position_alone,
        ),
        Misconception(
            "the last row refused",
            "You refuse a step that ends exactly at the end. The end of a slice is one past its "
            "last position, so it may equal the number of rows.",
            _one_too_few,
        ),
        Misconception(
            "one position too many",
            "You serve a step whose last position is `max_len`. Positions count from 0, so the "
            "last one is one less.",
            _one_too_many,
        ),
        Misconception(
            "a negative offset",
            "You serve a negative offset. Python counts it from the other end of the table, and "
            "no token stands there.",
            _negative_too,
        ),
        Misconception(
            "true for refused",
            "Each of your answers is the other one: True says that the request may be served.",
            _refused,
        ),
        Misconception(
            "the end alone",
            "You look at the end of the request alone. Its first position must be there, too: "
            "`offset` may be negative.",
            _end_alone,
            also=(
                _last_position_alone,
                lambda requests, max_len: _each(
                    lambda offset, length: 0 < offset + length <= max_len, requests
                ),
            ),
        ),
        Misconception(
            "offset and length apart",
            "You compare offset and length with the table, each by itself. Together they say where "
            "the request ends.",
            _both_alone,
            also=(
                lambda requests, max_len: _each(
                    lambda offset, length: 0 <= offset <= max_len and length <= max_len, requests
                ),
            ),
        ),
        Misconception(
            "empty requests refused",
            "You refuse requests of length 0. They ask for no position, so none can be missing.",
            _empty_refused,
        ),
        Misconception(
            "an empty request at the end refused",
            "You refuse a request of length 0 at `max_len`. It asks for no position, and the text "
            "says that it may be served.",
            _empty_at_the_end_refused,
        ),
        Misconception(
            "offset 0 refused",
            "You refuse requests from position 0 on. Positions count from 0, so it is there.",
            _zero_refused,
        ),
        Misconception(
            "the offset without its sign",
            "You took the offset without its sign. No token stands before position 0.",
            lambda requests, max_len: _each(
                lambda offset, length: abs(offset) + length <= max_len, requests
            ),
        ),
    ),
    hints=(
        "Which positions does the request (7, 3) ask for? Which is the last of them?",
        "All positions are there if the first is not too small and the last is not too large.",
        "The last position is `offset + length - 1`, and the last that is there `max_len - 1`.",
    ),
)
