"""What can become of a right answer, in one step: a name, a sentence, and the change as code."""

import math
from collections.abc import Callable
from typing import Any

from bothends.exercises.engine.relations.shapes import (
    backwards,
    cells,
    each,
    each_row,
    in_order,
    items,
    number,
    numbers,
    over_all,
    over_columns,
    over_rows,
    rolled,
    rows,
    rows_backwards,
    rows_in_order,
    rows_rolled,
    several,
    transposed,
)


def _other_truth(cell: Any) -> bool:
    if type(cell) is not bool:
        raise LookupError("no truth")
    return not cell


def _always(truth: bool, cell: Any) -> bool:
    return (_other_truth(cell) and truth) or truth


def _shares(row: list) -> list:
    total = sum(map(number, several(row)))
    return [x / total for x in row]


def _running(value: Any) -> list:
    found = [number(cell) for cell in several(value)]
    return [sum(found[: at + 1]) for at in range(len(found))]


def _flattened(value: Any) -> list:
    if len(rows(value)) < 2:
        raise LookupError("one row")
    return cells(value)


def _rows_in_one_list(value: Any) -> list[list]:
    if not isinstance(rows(value)[0][0], list):
        raise LookupError("two axes")
    found: list[list] = []
    each_row(found.append, value)
    return found


def _text(change: Callable[[str], str]) -> Callable[[Any], Any]:
    def changed(cell):
        if not isinstance(cell, str):
            raise LookupError("no text")
        return change(cell)

    return lambda value: each(changed, value)


def _mean(column: list) -> float:
    return sum(column) / len(column)


ORDERS = (
    (
        "rows and columns exchanged",
        "The numbers are right, but what should be a row stands in a column.",
        transposed,
    ),
    ("in the opposite order", "What you return is right, but the last comes first.", backwards),
    ("rows in the opposite order", "Each row is the right one, read from its end.", rows_backwards),
    ("one place too late", "Each item stands one place too late.", rolled(1)),
    ("one place too early", "Each item stands one place too early.", rolled(-1)),
    (
        "one place too late, behind a zero",
        "Each item stands one place too late, and the first is 0.",
        lambda value: [0, *map(number, several(value, 3)[:-1])],
    ),
    (
        "one place too early, before a zero",
        "Each item stands one place too early, and the last is 0.",
        lambda value: [*map(number, several(value, 3)[1:]), 0],
    ),
    ("one column too late", "Each number stands one column too far.", rows_rolled(1)),
    ("one column too early", "Each number stands one column too early.", rows_rolled(-1)),
)

SORTED = (
    ("sorted", "The numbers are right, and sorted. They have an order of their own.", in_order),
    (
        "rows sorted",
        "In each row the numbers are right, and sorted. They have an order of their own.",
        rows_in_order,
    ),
)

SHAPES = (
    ("only the first", "You return the first item alone.", lambda value: several(value)[0]),
    ("only the last", "You return the last item alone.", lambda value: several(value)[-1]),
    (
        "a list of the first alone",
        "You return a list with the first item alone. Does `return` stand inside a loop?",
        lambda value: several(value)[:1],
    ),
    (
        "a list of the last alone",
        "You return a list with the last item alone. Is the list made anew inside a loop?",
        lambda value: several(value)[-1:],
    ),
    (
        "the first missing",
        "The first item is missing; all others are right.",
        lambda value: several(value, 3)[1:],
    ),
    (
        "the last missing",
        "The last item is missing; all others are right.",
        lambda value: several(value, 3)[:-1],
    ),
    (
        "the first row throughout",
        "Every row is the right first one.",
        lambda value: rows(value)[:1] * len(value),
    ),
    (
        "the last row throughout",
        "Every row is the right last one.",
        lambda value: rows(value)[-1:] * len(value),
    ),
    (
        "the first number throughout",
        "Every number is the right first one.",
        lambda value: [number(cell) for cell in several(value)][:1] * len(value),
    ),
    (
        "in one long list",
        "The numbers are right, but they stand in one long list: an axis is lost.",
        _flattened,
    ),
    (
        "the outer axes lost",
        "The rows are right, but they stand in one list: an axis is lost.",
        _rows_in_one_list,
    ),
    (
        "only the first number of each row",
        "You return the first number of each row alone.",
        lambda value: each_row(lambda row: row[0], rows(value)),
    ),
    (
        "only the last number of each row",
        "You return the last number of each row alone.",
        lambda value: each_row(lambda row: row[-1], rows(value)),
    ),
    (
        "each once",
        "You list each once. What comes twice stands twice.",
        lambda value: list(dict.fromkeys(number(cell) for cell in several(value))),
    ),
    ("one list too many", "The answer is right, but a list stands around it.", lambda x: [x]),
    (
        "each number in a list",
        "The numbers are right, but each stands in a list of its own.",
        lambda value: each(lambda cell: [cell], items(value)),
    ),
    (
        "rows added up",
        "You added the rows up; each belongs in the answer on its own.",
        over_columns(sum),
    ),
    (
        "rows averaged",
        "You averaged the rows; each belongs in the answer on its own.",
        over_columns(_mean),
    ),
    (
        "each row added up",
        "You added up the numbers of each row; each of them belongs in the answer.",
        over_rows(sum),
    ),
    ("all added up", "You added up all the numbers that you should return.", over_all(sum)),
    ("all averaged", "You averaged the numbers that you should return.", over_all(_mean)),
)

SCALES = (
    ("the sign turned round", "Every number has the other sign.", numbers(lambda x: -x)),
    ("the sign lost", "The sizes are right, and the signs are lost.", numbers(abs)),
    (
        "true for false",
        "Each of your answers is the other one: True stands where False belongs.",
        lambda value: each(_other_truth, value),
    ),
    ("a running sum", "You return a running sum of what is asked for.", _running),
    ("divided by its sum", "Your answer is the right one, divided by its sum.", _shares),
    (
        "rows divided by their sums",
        "Each row is the right one, divided by its sum.",
        lambda value: [_shares(row) for row in rows(value)],
    ),
    ("the reciprocal", "Every number is 1 over the right one.", numbers(lambda x: 1 / x)),
    ("one minus it", "Every number is 1 minus the right one.", numbers(lambda x: 1 - x)),
    ("the square", "Every number is the square of the right one.", numbers(lambda x: x * x)),
    (
        "the square root",
        "Every number is the square root of the right one.",
        numbers(math.sqrt),
    ),
    ("the logarithm", "Every number is the logarithm of the right one.", numbers(math.log)),
    (
        "minus the logarithm",
        "Every number is minus the logarithm of the right one.",
        numbers(lambda x: -math.log(x)),
    ),
    ("the exponential", "Every number is e to the power of the right one.", numbers(math.exp)),
    ("rounded down", "Every number is rounded down.", numbers(math.floor)),
    ("rounded up", "Every number is rounded up.", numbers(math.ceil)),
    ("rounded to whole numbers", "Every number is rounded to a whole one.", numbers(round)),
    *(
        (
            f"rounded to {words}",
            f"Every number is rounded to {words}. Return it as it is.",
            numbers(lambda x, digits=digits: round(x, digits)),
        )
        for digits, words in enumerate(
            ("one decimal", "two decimals", "three decimals", "four decimals"), 1
        )
    ),
)

TEXTS = (
    ("small letters", "Every letter is a small one. Text is taken as it is.", _text(str.lower)),
    ("capital letters", "Every letter is a capital. Text is taken as it is.", _text(str.upper)),
    (
        "blanks cut off",
        "Blanks at the ends of the text are cut off. Text is taken as it is.",
        _text(str.strip),
    ),
)

FLAT = (
    ("nothing but zeros", "You return zeros alone.", numbers(lambda _: 0)),
    ("nothing but ones", "You return ones alone.", numbers(lambda _: 1)),
    (
        "always true",
        "You say True to everything.",
        lambda value: each(lambda cell: _always(True, cell), value),
    ),
    (
        "always false",
        "You say False to everything.",
        lambda value: each(lambda cell: _always(False, cell), value),
    ),
)
