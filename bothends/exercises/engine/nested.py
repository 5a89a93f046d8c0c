"""Small words for references and misconceptions on nested ids, given as lists or tensors."""

from collections.abc import Callable
from typing import Any


def plain(value: Any) -> Any:
    """Return a tensor as nested lists, and anything else as it is."""
    return value.tolist() if hasattr(value, "tolist") else value


def each(function: Callable[[int], Any], ids: Any) -> Any:
    """Apply `function` to every id and keep the nesting of `ids`."""
    ids = plain(ids)
    return [each(function, one) for one in ids] if isinstance(ids, list) else function(ids)


def flat(ids: Any) -> list[int]:
    """Return all ids in reading order."""
    found: list[int] = []
    each(found.append, ids)
    return found


def pairs(ids: Any, upstream: Any) -> list[tuple[int, list]]:
    """Return (id, its upstream row) in reading order."""
    ids, upstream = plain(ids), plain(upstream)
    if not isinstance(ids, list):
        return [(ids, upstream)]
    return [pair for one, rows in zip(ids, upstream, strict=True) for pair in pairs(one, rows)]
