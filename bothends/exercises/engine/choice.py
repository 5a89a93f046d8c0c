"""Exercises of a claim and a reason: each wrong pair has its own words."""

from collections.abc import Mapping
from itertools import product
from typing import Literal

from bothends.exercises.engine.answers import Answer
from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs
from bothends.exercises.engine.relations.relation import Relation

ASKED = "Return a letter and a whole number, for example `return 'Z', 9`."

Wrong = tuple[str, str]  # the name of a misconception, and what a teacher says


def choice(
    *,
    id: str,
    title: str,
    minutes: int,
    difficulty: Literal["easy", "medium", "hard"],
    right: tuple[str, str],
    claims: Mapping[str, Wrong],
    reasons: Mapping[str, Wrong],
    hints: tuple[str, str, str],
    pairs: Mapping[tuple[str, str], Wrong] | None = None,
) -> Exercise:
    """Return the exercise; `claims` and `reasons` say what is wrong with each but the right ones.

    A pair of which one half is right is told about the other half; a pair of two wrong halves
    about both. `pairs` has better words for some of them.
    """
    letters, numbers = [right[0], *claims], [right[1], *reasons]
    wrong = [pair for pair in product(sorted(letters), sorted(numbers)) if pair != right]
    own = pairs or {}
    return Exercise(
        id=id,
        title=title,
        minutes=minutes,
        difficulty=difficulty,
        kind="choice",
        reference=_answer(*right),
        cases=no_inputs,
        misconceptions=tuple(
            Misconception(*(own.get(pair) or _told(*pair, claims, reasons)), _answer(*pair))
            for pair in wrong
        ),
        hints=hints,
    )


def _answer(claim: str, reason: str):
    return lambda: [claim, reason]


def _told(
    claim: str, reason: str, claims: Mapping[str, Wrong], reasons: Mapping[str, Wrong]
) -> Wrong:
    """Return name and words for a pair, made from those of its wrong halves."""
    if claim not in claims:
        return reasons[reason]
    if reason not in reasons:
        return claims[claim]
    (_, says), (_, other_says) = claims[claim], reasons[reason]
    name = f"a claim and a reason that both fail, {claim} and {reason}"
    return name, f"To your claim: {says} To your reason: {other_says}"


def unknown(exercise: Exercise, answer: Answer | None) -> list[Relation]:
    """Say which letters and numbers there are, where an answer has another one."""
    known = [exercise.reference(), *(one.answer() for one in exercise.misconceptions)]
    letters, numbers = (sorted(set(half)) for half in zip(*known, strict=True))
    if not answer or answer.shape != (2,):
        return []
    if answer.cells[0] in letters and answer.cells[1] in numbers:
        return []
    says = f"Choose a claim among {', '.join(letters)} and a reason among {', '.join(numbers)}."
    return [Relation("no such claim or reason", says, exercise.reference)]


def is_choice(answer: Answer) -> bool:
    """Say whether an answer is one letter and one whole number."""
    if answer.shape != (2,):
        return False
    claim, reason = (cell.strip() if isinstance(cell, str) else cell for cell in answer.cells)
    is_letter = isinstance(claim, str) and len(claim) == 1 and claim.isalpha()
    is_number = reason.isdigit() if isinstance(reason, str) else type(reason) is int
    return is_letter and is_number


def normal(answer: Answer) -> Answer:
    """Return a choice with a capital letter and the number as text; other answers as they are."""
    if not is_choice(answer):
        return answer
    return Answer(answer.shape, [str(cell).strip().upper() for cell in answer.cells])
