"""What a check says: how it stands, what was found, what to do."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One sentence on what was found; `remedy` says what to do unless all is well."""

    status: str
    found: str
    remedy: str = ""


def ok(found: str) -> Finding:
    """Return that this end is as it should be."""
    return Finding("ok", found)


def warning(found: str, remedy: str) -> Finding:
    """Return that something may be meant so, and is often a mistake."""
    return Finding("warning", found, remedy)


def problem(found: str, remedy: str) -> Finding:
    """Return that something is wrong, whatever was meant."""
    return Finding("problem", found, remedy)


def unchecked(why: str) -> Finding:
    """Return that this could not be checked, and why."""
    return Finding("not checked", why)


def some(names: Sequence) -> str:
    """Return the first three names, and how many more there are."""
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(map(str, names[:3])) + more
