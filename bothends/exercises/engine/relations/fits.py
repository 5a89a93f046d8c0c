"""What is read off the learner's own numbers: one factor, one offset, one exchange of items.

A fit holds if it holds in every case with the same constant.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from numbers import Real

from bothends.exercises.engine.answers import Answer
from bothends.exercises.engine.compare import equal, same_cell

Pairs = Sequence[tuple[Answer, Answer]]  # expected and received, one pair for each case
MOST = 8  # items of which an order is told
KNOWN = {
    math.log(2): "ln 2",
    math.log(10): "ln 10",
    1 / math.log(2): "1 / ln 2: a logarithm to base 2 where the natural one is meant",
    1 / math.log(10): "1 / ln 10: a logarithm to base 10 where the natural one is meant",
    math.pi: "pi",
    1 / math.pi: "1 / pi",
    2 * math.pi: "2 pi",
    1 / (2 * math.pi): "1 / (2 pi)",
    math.pi / 180: "pi / 180: degrees where radians are meant",
    180 / math.pi: "180 / pi: degrees where radians are meant",
    math.sqrt(2): "the root of 2",
    1 / math.sqrt(2): "1 / the root of 2",
}


def factor(pairs: Pairs, rtol: Real, atol: Real) -> tuple[str, str] | None:
    """Say by which one factor every number is wrong."""
    cells = sorted((pair for pair in _numbers(pairs) if pair[0]), key=lambda pair: -abs(pair[0]))
    by = cells[0][1] / cells[0][0] if cells else 1
    text = _factor_text(by)
    if by in (0, 1) or text is None or len({one for one, _ in cells}) < 2:
        return None
    if not _fits(pairs, lambda x: x * by, rtol, atol):
        return None
    return "a constant factor", f"Every number is the right one, times {text}."


def offset(pairs: Pairs, rtol: Real, atol: Real) -> tuple[str, str] | None:
    """Say by how much every number is too large or too small."""
    cells = _numbers(pairs)
    by = cells[0][1] - cells[0][0] if cells else 0
    known = Fraction(by).limit_denominator(100)
    if not by or not math.isclose(by, known, rel_tol=1e-6) or len({one for one, _ in cells}) < 2:
        return None
    if not _fits(pairs, lambda x: x + by, rtol, atol):
        return None
    size = "too large" if by > 0 else "too small"
    return "a constant offset", f"Every number is {size} by {abs(known)}."


def two_exchanged(pairs: Pairs, rtol: Real, atol: Real) -> tuple[str, str] | None:
    """Say which two items stand in each other's place."""
    items = [(_items(one), _items(two)) for one, two in pairs]
    count = len(items[0][0])
    values = {cell for one, _ in pairs for cell in one.cells}
    if len(values) < 3 or any(len(one) != count or len(two) != count for one, two in items):
        return None
    wrong = {
        at for one, two in items for at in range(count) if not equal(one[at], two[at], rtol, atol)
    }
    if len(wrong) != 2:
        return None
    i, j = sorted(wrong)
    if all(
        equal(one[i], two[j], rtol, atol) and equal(one[j], two[i], rtol, atol)
        for one, two in items
    ):
        return "two items exchanged", f"Items [{i}] and [{j}] stand in each other's place."
    return None


def exchange(pairs: Pairs, rtol: Real, atol: Real) -> tuple[str, str] | None:
    """Say in which other order the few items of an answer stand."""
    order = _order([(_items(one), _items(two)) for one, two in pairs], rtol, atol)
    if order is None:
        return None
    places = ", ".join(str(place + 1) for place in order)
    return "items exchanged", (
        f"Your {len(order)} items are right, and in another order: yours are numbers {places} of "
        "what is asked for."
    )


def _order(
    pairs: Sequence[tuple[list[Answer], list[Answer]]], rtol: Real, atol: Real
) -> list[int] | None:
    """Return for each received item which expected one it is, the same in all cases."""
    count = len(pairs[0][0])
    if not 2 <= count <= MOST or any(len(items) != count for pair in pairs for items in pair):
        return None
    order = []
    for received in range(count):
        fitting = [
            place
            for place in range(count)
            if all(equal(one[place], two[received], rtol, atol) for one, two in pairs)
        ]
        if len(fitting) != 1:  # none, or equal items that cannot be told apart
            return None
        order += fitting
    return order if len(set(order)) == count and order != sorted(order) else None


def _items(answer: Answer) -> list[Answer]:
    if not answer.shape:
        return []
    size = len(answer.cells) // (answer.shape[0] or 1)
    starts = range(0, len(answer.cells), size or 1)
    return [Answer(answer.shape[1:], answer.cells[at : at + size]) for at in starts]


FITS: tuple[Callable[[Pairs, Real, Real], tuple[str, str] | None], ...] = (
    factor,
    offset,
    two_exchanged,
    exchange,
)


def _numbers(pairs: Pairs) -> list[tuple[Real, Real]]:
    """Return all pairs of cells; none at all if one of them is no plain number."""
    found = [
        cells
        for expected, received in pairs
        if expected.shape == received.shape
        for cells in zip(expected.cells, received.cells, strict=True)
    ]
    plain = all(
        type(cell) in (int, float) and abs(cell) < 1e15  # NaN is not below
        for cells in found
        for cell in cells
    )
    return found if plain else []


def _fits(pairs: Pairs, change: Callable[[Real], Real], rtol: Real, atol: Real) -> bool:
    return all(
        expected.shape == received.shape
        and all(
            same_cell(float(change(one)), two, rtol, atol)
            for one, two in zip(expected.cells, received.cells, strict=True)
        )
        for expected, received in pairs
    )


def _factor_text(by: Real) -> str | None:
    for known, text in KNOWN.items():
        if math.isclose(by, known, rel_tol=1e-5):
            return text
    ratio = Fraction(by).limit_denominator(1000)
    if math.isclose(by, ratio, rel_tol=1e-6):
        return str(ratio)
    upside_down = Fraction(1 / by).limit_denominator(1000) if by else 0
    return f"1/{upside_down}" if by and math.isclose(1 / by, upside_down, rel_tol=1e-6) else None
