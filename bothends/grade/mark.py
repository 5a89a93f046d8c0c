"""Mark one answer with the package's own check."""

from typing import Any, Literal, TypedDict

from bothends.exercises import NotYet, check
from bothends.exercises.engine.format import printable

Kind = Literal["right", "wrong", "not attempted", "crashed", "timed out"]


class Mark(TypedDict):
    """What came of an answer: the kind, the misconception met and what else there is to say."""

    result: Kind
    misconception: str
    detail: str


def mark(exercise_id: str, answer: Any) -> Mark:
    """Return what `check` says of an answer."""
    try:
        result = check(exercise_id, answer)
    except NotYet as complaint:
        kind = "crashed" if complaint.raised else "wrong"
        return plain(kind, complaint.problem, complaint.mistake or "")
    return plain("right" if result else "not attempted")


def plain(kind: Kind, detail: str = "", misconception: str = "") -> Mark:
    """Return a mark whose detail fits into one line."""
    detail = printable(" ".join(detail.split()), 500)
    return {"result": kind, "misconception": misconception, "detail": detail}
