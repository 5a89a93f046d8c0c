"""Are two answers equal? Shape first, then cell by cell; NaN equals nothing."""

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
    """Compare text without regard to case and blanks, numbers within the tolerance."""
    try:
        if isinstance(expected, str):
            return str(received).strip().casefold() == expected.casefold()
        if isinstance(received, str):
            return False
        return expected == received or math.isclose(expected, received, rel_tol=rtol, abs_tol=atol)
    except (OverflowError, ValueError):  # an integer too large for a float, or to print
        return False


def is_finite(cell: Cell) -> bool:
    """Say whether a cell is anything but NaN or an infinity."""
    return not isinstance(cell, float) or math.isfinite(cell)
