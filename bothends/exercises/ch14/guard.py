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


def _cases():
    draw = random.Random(14)
    first = [[0, 8], [7, 1], [8, 1], [7, 3], [6, 3], [-2, 2], [8, 0], [0, 9], [0, 0], [-1, 3]]
    some = [[draw.randrange(12), draw.randrange(7)] for _ in range(9)]
    return [
        Case({"requests": first, "max_len": 8}, "the table of the chapter"),
        Case({"requests": [[0, 1], [1, 1], [1, 0], [0, 2], [2, 0]], "max_len": 1}, "one row"),
        Case({"requests": some, "max_len": 10}),
    ]


EXERCISE = Exercise(
    id="14-cache-guard",
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
    ),
    hints=(
        "Which positions does the request (7, 3) ask for? Which is the last of them?",
        "All positions are there if the first is not too small and the last is not too large.",
        "The last position is `offset + length - 1`, and the last that is there `max_len - 1`.",
    ),
)
