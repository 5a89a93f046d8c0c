"""Are two answers equal? Shape first, then cell by cell; NaN equals nothing.

The expected cells decide what is exact: integers and text are, other numbers are not.
"""

import math

from bothends.exercises.engine.answers import Answer, Cell


def differences(expected: Answer, received: Answer, rtol: float, atol: float) -> list[int]:
    """Return the positions at which two answers of one shape differ."""
    pairs = zip(expected.cells, received.cells, strict=True)
    return [at for at, (one, two) in enumerate(pairs) if not same_cell(one, two, rtol, atol)]


def equal(expected: Answer, received: Answer, rtol: float, atol: float) -> bool:
    """Say whether shapes and all cells agree; nothing is broadcast."""
    return expected.shape == received.shape and not differences(expected, received, rtol, atol)


def same_cell(expected: Cell, received: Cell, rtol: float, atol: float) -> bool:
    """Compare integers and text exactly, other numbers within the tolerance."""
    if not isinstance(expected, float) or isinstance(received, str):
        return expected == received
    try:
        return expected == received or math.isclose(expected, received, rel_tol=rtol, abs_tol=atol)
    except OverflowError:  # an integer too large for a float
        return False


def is_finite(cell: Cell) -> bool:
    """Say whether a cell is anything but NaN or an infinity."""
    return not isinstance(cell, float) or math.isfinite(cell)
