"""What the inputs of the failing cases have in common, and those of the others do not."""

import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from bothends.exercises.engine.answers import read
from bothends.exercises.engine.format import cell_text
from bothends.exercises.engine.outcome import Outcome

RANKS = (
    'is "|is 0|is 1|is negative',
    "axes|axis|one number",
    "empty|one item|as many rows",
    "multiple|larger|equals",
)
NUMBERS = len(RANKS)
LARGE = 80  # of which e to the power leaves float32


def only_where(outcomes: Sequence[Outcome]) -> str | None:
    """Return in one sentence which inputs decide whether the answer is right.

    Where one case alone is right or wrong, many things set it apart, and none is told.
    """
    right = [set(features(one.case.inputs)) for one in outcomes if one.is_right]
    wrong = [set(features(one.case.inputs)) for one in outcomes if not one.is_right]
    if min(len(right), len(wrong)) < 2:
        return None
    found = [
        (one, said)
        for said, some, others in (
            ("It is wrong wherever {}, and right elsewhere.", wrong, right),
            ("It is right only where {}.", right, wrong),
        )
        for one in set.intersection(*some) - set.union(*others)
        if some is wrong or _rank(one) < NUMBERS
    ]
    if not found:
        return None
    one, said = min(found, key=lambda pair: (_rank(pair[0]), "only" in pair[1], pair))
    return said.format(one)


def _rank(feature: str) -> int:
    """Return 0 for what a text says, then what shapes say; numbers come last."""
    return next((at for at, one in enumerate(RANKS) if re.search(one, feature)), NUMBERS)


def features(inputs: dict[str, Any]) -> Iterator[str]:
    """Yield what holds of the inputs of a case, each as the end of a sentence."""
    sizes = {}
    for name, value in inputs.items():
        text = f"`{name}`"
        if isinstance(value, str):
            yield f'{text} is "{value}"'
        elif isinstance(value, list | tuple):
            sizes[f"the length of {text}"] = len(value)
            yield from (f"{text} {one}" for one in _of_list(value))
        elif isinstance(value, int | float) and not isinstance(value, bool):
            sizes |= {text: value} if not name.endswith(("id", "target", "row")) else {}
            yield from (f"{text} {one}" for one in _of_number(value))
    yield from _of_sizes(sizes)


def _of_number(value: float) -> Iterator[str]:
    yield "is one number"
    if value in (0, 1):
        yield f"is {cell_text(value)}"
    if value < 0:
        yield "is negative"


def _of_list(value: Sequence) -> Iterator[str]:
    answer = read(value)
    shape, cells = answer.shape, answer.cells
    axes = len(shape)
    yield "has one axis" if axes == 1 else f"has {axes} axes"
    if not cells:
        yield "is empty"
        return
    if shape[0] == 1:
        yield "has one item"
    elif shape[0] == shape[-1] and axes > 1:
        yield "has as many rows as columns"
    if axes > 1 and shape[-1] == 1:
        yield "has rows of one item"
    if not any(isinstance(cell, float) for cell in cells) and len(set(cells)) < len(cells):
        yield "holds something twice"
    yield from _of_numbers(cells, shape[-1])


def _of_numbers(cells: list, width: int) -> Iterator[str]:
    if any(isinstance(cell, str) for cell in cells):
        return
    if any(cell < 0 for cell in cells):
        yield "holds a negative number"
    if all(cell < 0 for cell in cells):
        yield "holds nothing but negative numbers"
    if 0 in cells and not any(isinstance(cell, float) for cell in cells):
        yield "holds a 0"
    if any(not any(cells[at : at + width]) for at in range(0, len(cells), width)):
        yield "has nothing but zeros in a row"
    if max(map(abs, cells)) > LARGE:
        yield "holds very large numbers"


def _of_sizes(sizes: dict[str, float]) -> Iterator[str]:
    """Compare each two sizes of which one is an input itself."""
    for (one, a), (two, b) in permutations(sizes.items(), 2):
        if not two.startswith("`") or type(b) is not int or b < 2:
            continue
        if a % b:
            yield f"{one} is no multiple of {two}"
        if a > b:
            yield f"{one} is larger than {two}"
        if a == b:
            yield f"{one} equals {two}"
