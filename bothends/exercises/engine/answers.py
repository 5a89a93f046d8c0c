"""Read any answer: lists, tuples, numpy, torch, numbers and text become a shape and cells."""

import sys
from dataclasses import dataclass
from decimal import Decimal
from numbers import Real
from typing import Any

from bothends.exercises.engine.clock import TimeUpError

MAX_VISITS = 10_000
MAX_DEPTH = 8

Cell = bool | int | float | str


class UnreadableError(Exception):
    """An answer that holds something other than numbers and text; says what, and where."""


@dataclass(frozen=True)
class Answer:
    """A snapshot: `cells` in row-major order; `dtypes` are those of arrays and tensors in it."""

    shape: tuple[int, ...]
    cells: list[Cell]
    dtypes: frozenset[str] = frozenset()

    def index(self, position: int) -> tuple[int, ...]:
        """Return the index, one number for each axis, of the cell at `position`."""
        index = []
        for size in reversed(self.shape):
            position, place = divmod(position, size)
            index.append(place)
        return tuple(reversed(index))


def read(value: Any) -> Answer:
    """Return a snapshot of `value` that shares nothing with it.

    Raises:
        UnreadableError: in words, what cannot be read and where.

    """
    reader = _Reader()
    try:
        shape = reader.walk(value, ())
    except (UnreadableError, KeyboardInterrupt, TimeUpError):
        raise
    except BaseException as error:
        raise UnreadableError(
            f"could not be read: reading it raised {type(error).__name__}"
        ) from None
    return Answer(shape, reader.cells, frozenset(reader.dtypes))


class _Reader:
    """Walks nested sequences and collects cells; every visit counts against a limit."""

    def __init__(self):
        self.cells, self.dtypes, self.visits = [], set(), 0

    def walk(self, value: Any, at: tuple[int, ...]) -> tuple[int, ...]:
        self._count(1)
        if len(at) > MAX_DEPTH:
            raise UnreadableError(f"is nested more than {MAX_DEPTH} lists deep")
        if _is_array(value):
            return self._array(value, at)
        kind = type(value)
        for sequence in (list, tuple, range):
            if issubclass(kind, sequence):  # not len() or iter(), which a subclass may fake
                return self._sequence(sequence.__iter__(value), at)
        if hasattr(kind, "dtype") and hasattr(kind, "item"):  # a numpy scalar
            self.dtypes.add(str(value.dtype))
            value = value.item()
        self.cells.append(_cell(value, at))
        return ()

    def _count(self, visits: int) -> None:
        self.visits += visits
        if self.visits > MAX_VISITS:
            raise UnreadableError(f"holds more than {MAX_VISITS:,} entries")

    def _array(self, value: Any, at: tuple[int, ...]) -> tuple[int, ...]:
        shape = tuple(value.shape)
        size = 1
        for length in shape:
            size *= length
        self._count(size)
        self.dtypes.add(str(value.dtype).removeprefix("torch."))
        if hasattr(value, "detach"):
            value = value.detach().to_dense().cpu()
        walked = self.walk(value.tolist(), at)
        return shape if 0 in shape and 0 in walked else walked

    def _sequence(self, items: Any, at: tuple[int, ...]) -> tuple[int, ...]:
        shapes = [self.walk(item, (*at, place)) for place, item in enumerate(items)]
        for place, shape in enumerate(shapes):
            if shape != shapes[0]:
                raise UnreadableError(
                    f"is ragged: {where((*at, 0))} has shape {shapes[0]} "
                    f"and {where((*at, place))} has shape {shape}"
                )
        return (len(shapes), *shapes[0]) if shapes else (0,)


def where(index: tuple[int, ...]) -> str:
    """Return the place of a cell as one writes it in Python: `[2][0]`."""
    return "".join(f"[{place}]" for place in index)


def _is_array(value: Any) -> bool:
    torch, numpy = sys.modules.get("torch"), sys.modules.get("numpy")
    kinds = (getattr(torch, "Tensor", None), getattr(numpy, "ndarray", None))
    return issubclass(type(value), tuple(kind for kind in kinds if kind))


def _a(kind: type) -> str:
    name = "".join(c if c.isprintable() else " " for c in kind.__name__[:60])
    return f"an {name}" if name[:1].lower() in ("a", "e", "i", "o") else f"a {name}"


def _cell(value: Any, at: tuple[int, ...]) -> Cell:
    """Return a number or text as its plain built-in type."""
    kind = type(value)
    if kind is bool:
        return value
    if issubclass(kind, int):
        return int.__pos__(value)
    if issubclass(kind, str):
        return str.__str__(value)
    if issubclass(kind, (Real, Decimal)):
        return float(value)
    here = f" at {where(at)}" if at else ""
    if value is None or value is Ellipsis:
        raise UnreadableError(f"is still empty{here}")
    raise UnreadableError(
        f"holds {_a(kind)}{here}, which is neither a number nor text: "
        "return nested lists, a numpy array or a torch tensor"
    )
