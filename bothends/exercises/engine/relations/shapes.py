"""Changes of nested lists: turned, reversed, cut, put together. A LookupError: does not apply."""

from collections.abc import Callable, Sequence
from typing import Any

Change = Callable[[Any], Any]


def items(value: Any) -> list:
    """Return the items of a list.

    Raises:
        LookupError: it is none.

    """
    if not isinstance(value, list | tuple):
        raise LookupError("no list")
    return list(value)


def several(value: Any, least: int = 2) -> list:
    """Return the items of a list of so many or more.

    Raises:
        LookupError: it is none.

    """
    if len(items(value)) < least:
        raise LookupError("too few items")
    return list(value)


def rows(value: Any) -> list[list]:
    """Return the rows of a table.

    Raises:
        LookupError: it is none.

    """
    if not items(value):
        raise LookupError("no rows")
    return [items(row) for row in value]


def each(function: Change, value: Any) -> Any:
    """Apply a function to every cell."""
    if isinstance(value, list | tuple):
        return [each(function, one) for one in value]
    return function(value)


def each_row(function: Change, value: Any) -> Any:
    """Apply a function to every innermost list of two or more cells."""
    if isinstance(several(value)[0], list | tuple):
        return [each_row(function, one) for one in value]
    return function(list(value))


def cells(value: Any) -> list:
    """Return all cells in reading order."""
    found: list = []
    each(found.append, value)
    return found


def transposed(value: Any) -> list[list]:
    """Exchange rows and columns."""
    return [list(column) for column in zip(*rows(value), strict=True)]


def backwards(value: Any) -> list:
    """Return the items in the opposite order."""
    return items(value)[::-1]


def rows_backwards(value: Any) -> list[list]:
    """Return each row in the opposite order."""
    return [row[::-1] for row in rows(value)]


def rolled(by: int) -> Change:
    """Return the change that moves three or more items by so many places, round the corner."""
    return lambda value: several(value, 3)[-by:] + several(value, 3)[:-by]


def rows_rolled(by: int) -> Change:
    """Return the change that does so in each row."""
    return lambda value: [rolled(by)(row) for row in rows(value)]


def in_order(value: Any) -> list:
    """Sort the numbers of a flat list."""
    return sorted(map(number, several(value)))


def rows_in_order(value: Any) -> list[list]:
    """Sort the numbers of each row."""
    return [in_order(row) for row in rows(value)]


def over_columns(reduce: Callable[[Sequence], Any]) -> Change:
    """Return the change that makes one number of each column."""
    return lambda value: [reduce(list(map(number, column))) for column in transposed(value)]


def over_rows(reduce: Callable[[Sequence], Any]) -> Change:
    """Return the change that makes one number of each row."""
    return lambda value: [reduce(list(map(number, row))) for row in rows(value)]


def over_all(reduce: Callable[[Sequence], Any]) -> Change:
    """Return the change that makes one number of all."""
    return lambda value: reduce(list(map(number, cells(several(value)))))


def numbers(function: Change) -> Change:
    """Return the change that applies a function to every number."""
    return lambda value: each(lambda cell: function(number(cell)), value)


def number(cell: Any) -> Any:
    """Return a number as it is.

    Raises:
        LookupError: it is text, or true or false.

    """
    if isinstance(cell, bool | str) or not isinstance(cell, int | float):
        raise LookupError("no number")
    return cell
