"""What the inputs of the failing cases have in common, and those of the others do not."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from bothends.exercises.engine.answers import read
from bothends.exercises.engine.format import cell_text
from bothends.exercises.engine.outcome import Outcome

LARGE = 80  # of which e to the power leaves float32


def only_where(outcomes: Sequence[Outcome]) -> str | None:
    """Return in one sentence which inputs decide whether the answer is right.

    Where one case alone is right or wrong, many things set it apart: one is told only if there is
    no other.
    """
    right = [set(features(one.case.inputs)) for one in outcomes if one.is_right]
    wrong = [set(features(one.case.inputs)) for one in outcomes if not one.is_right]
    if not right or not wrong or len(outcomes) < 3:
        return None
    order = list(features(outcomes[0].case.inputs)) + sorted(set().union(*right, *wrong))
    for said, some, others in (
        ("It is wrong wherever {}, and right elsewhere.", wrong, right),
        ("It is right only where {}.", right, wrong),
    ):
        found = set.intersection(*some) - set.union(*others)
        if len(found) == 1 or (found and min(len(right), len(wrong)) > 1):
            return said.format(min(found, key=order.index))
    return None


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
            sizes[text] = value
            yield from (f"{text} {one}" for one in _of_number(value))
    yield from _of_sizes(sizes)


def _of_number(value: float) -> Iterator[str]:
    yield "is one number"
    if value in (0, 1):
        yield f"is {cell_text(value)}"
    if value < 0:
        yield "is negative"
    if value % 2 == 1:
        yield "is odd"


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
    if 0 in cells:
        yield "holds a 0"
    if any(not any(cells[at : at + width]) for at in range(0, len(cells), width)):
        yield "has nothing but zeros in a row"
    if max(map(abs, cells)) > LARGE:
        yield "holds very large numbers"
    if cells == sorted(cells):
        yield "is in rising order"


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
