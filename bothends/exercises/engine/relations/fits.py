"""What is read off the learner's own numbers: one factor, one offset, one exchange of items.

A fit holds if it holds in every case with the same constant.
"""

import math
from collections.abc import Callable, Sequence
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
    1024 / 1000: "1.024: 1,024 and 1,000 taken for each other",
    1000 / 1024: "1 / 1.024: 1,024 and 1,000 taken for each other",
    2**20 / 10**6: "1.048576: the prefixes of 1,024 and of 1,000 taken for each other",
    10**6 / 2**20: "1 / 1.048576: the prefixes of 1,024 and of 1,000 taken for each other",
    math.sqrt(2): "the root of 2",
    1 / math.sqrt(2): "1 / the root of 2",
}
WHOLE = (*range(2, 13), *(2**k for k in range(4, 21)), 100, 1000, 10**6)
FACTORS = {n: f"{n:,}" for n in WHOLE} | {1 / n: f"1/{n:,}" for n in WHOLE} | KNOWN
OFFSETS = (1, 2, 3, 0.5)
NEAR = 0.02  # of a factor, where the largest number is rounded


def factor(pairs: Pairs, rtol: Real, atol: Real) -> tuple[str, str] | None:
    """Say by which one factor every number is wrong."""
    cells = sorted((pair for pair in _numbers(pairs) if pair[0]), key=lambda pair: -abs(pair[0]))
    if not _varied(cells, pairs):
        return None
    by = cells[0][1] / cells[0][0]
    near = (known for known in FACTORS if math.isclose(by, known, rel_tol=NEAR))
    for known in sorted(near, key=lambda known: abs(known - by)):
        if _fits(pairs, lambda x, by=known: x * by, rtol, atol):
            return "a constant factor", f"Every number is the right one, times {FACTORS[known]}."
    return None


def offset(pairs: Pairs, rtol: Real, atol: Real) -> tuple[str, str] | None:
    """Say by how much every number is too large or too small."""
    cells = _numbers(pairs)
    if not _varied(cells, pairs):
        return None
    by = cells[0][1] - cells[0][0]
    known = next((one for one in OFFSETS if math.isclose(abs(by), one, rel_tol=NEAR)), None)
    if known is None or not _fits(pairs, lambda x: x + math.copysign(known, by), rtol, atol):
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


def _varied(cells: Sequence[tuple[Real, Real]], pairs: Pairs) -> bool:
    """Say whether there are numbers enough for a constant to be no accident."""
    different = len({expected for expected, _ in cells if expected})
    return different > 2 or (different == 2 and len(pairs) > 1)


def _fits(pairs: Pairs, change: Callable[[Real], Real], rtol: Real, atol: Real) -> bool:
    return all(
        expected.shape == received.shape
        and all(
            same_cell(float(change(one)), two, rtol, atol)
            for one, two in zip(expected.cells, received.cells, strict=True)
        )
        for expected, received in pairs
    )
