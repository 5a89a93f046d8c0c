"""What a relation is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Relation:
    """A slip as code, like a misconception: it takes the inputs of a case.

    `says` is a sentence about the numbers. An exception of `answer` says that this relation has
    no answer to the case. `is_sure` says that one wrong number shows it.
    """

    name: str
    says: str
    answer: Callable[..., Any]
    is_sure: bool = False
