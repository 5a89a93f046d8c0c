"""The questions that are asked about an answer, one function each, in this order."""

from dataclasses import dataclass
from typing import Any

from bothends.exercises.engine import choice
from bothends.exercises.engine.answers import Answer, UnreadableError, read, where
from bothends.exercises.engine.attempt import Attempt, given
from bothends.exercises.engine.compare import differences, is_finite
from bothends.exercises.engine.format import cell_text

PARTS = ("claim", "reason")
NEAR = 100  # tolerances


@dataclass(frozen=True)
class Problem:
    """What is wrong, and the cells to mark; None shows no cells."""

    text: str
    marked: frozenset[int] | None = None


def shape_and_type(attempt: Attempt) -> Problem | None:
    """Ask for the shape of the expected answer, and for numbers where numbers belong."""
    expected, answer = attempt.expected, attempt.answer
    if attempt.exercise.kind == "choice" and not choice.is_choice(answer):
        return Problem(choice.ASKED)
    if answer.shape != expected.shape:
        return Problem(_other_shape(answer.shape, expected.shape), frozenset())
    for at, cells in enumerate(zip(expected.cells, answer.cells, strict=True)):
        if isinstance(cells[1], str) and not isinstance(cells[0], str):
            return Problem(f"{_the_cell(answer, at)} is text, {cell_text(cells[1])}, not a number.")
    return None


def dtype(attempt: Attempt) -> Problem | None:
    """Ask all arrays and tensors for the dtype of the input that the exercise names."""
    name = attempt.exercise.dtype_of
    if not name:
        return None
    asked = read(given(name, attempt.exercise, attempt.case)).dtypes
    others = sorted(attempt.answer.dtypes - asked)
    if not asked or not others:
        return None
    received, asked = " and ".join(others), " and ".join(asked)
    return Problem(f"dtype: received {received}; asked for is {asked}, the dtype of `{name}`.")


def finite(attempt: Attempt) -> Problem | None:
    """Ask for finite numbers wherever the expected one is finite."""
    pairs = zip(attempt.expected.cells, attempt.answer.cells, strict=True)
    bad = [at for at, (one, two) in enumerate(pairs) if is_finite(one) and not is_finite(two)]
    if not bad:
        return None
    cell = cell_text(attempt.answer.cells[bad[0]])
    equals = " NaN equals nothing, not even itself." if cell == "nan" else ""
    return Problem(f"{_the_cell(attempt.answer, bad[0])} is {cell}.{equals}", frozenset(bad))


def values(attempt: Attempt) -> Problem | None:
    """Ask for the expected values, within the tolerance."""
    exercise, expected, answer = attempt.exercise, attempt.expected, attempt.answer
    wrong = differences(expected, answer, exercise.rtol, exercise.atol)
    if not wrong:
        return None
    if exercise.kind == "choice":
        return Problem(_wrong_parts(wrong))
    at = wrong[0]
    if exercise.kind == "table":
        are = "is" if len(wrong) == 1 else "are"
        text = f"{len(wrong)} of {len(answer.cells)} cells {are} wrong"
        together = _in_one_line(answer, wrong)
        text += f"{together}; the first is {where(answer.index(at))}."
        return Problem(text, frozenset(wrong))
    one, two = cell_text(expected.cells[at]), cell_text(answer.cells[at])
    text = f"{_the_cell(answer, at)} should be {one} and is {two}."
    return Problem(text + _tolerance(attempt), frozenset(wrong))


def _in_one_line(answer: Answer, wrong: list[int]) -> str:
    """Say so if several wrong cells of a table stand in one row or one column."""
    if len(answer.shape) != 2 or len(wrong) == 1:
        return ""
    rows, columns = ({answer.index(at)[axis] for at in wrong} for axis in (0, 1))
    if len(rows) == 1:
        return f", all in row [{rows.pop()}]"
    return f", all in column {columns.pop()}" if len(columns) == 1 else ""


def _tolerance(attempt: Attempt) -> str:
    """Say how near is near enough, where all numbers are near and none of them is an integer."""
    rtol, atol = attempt.exercise.rtol, attempt.exercise.atol
    if differences(attempt.expected, attempt.answer, NEAR * rtol, NEAR * atol):
        return ""
    return f" Numbers are equal within {rtol:g} of their size, or {atol:g} near zero."


def inputs_unchanged(attempt: Attempt) -> Problem | None:
    """Ask that each input still holds what it held."""
    name = changed_input(attempt)
    if not name:
        return None
    return Problem(
        f"The answer is right, but your function changed its input `{name}`. "
        "Work on a copy: the caller still needs it."
    )


def changed_input(attempt: Attempt) -> str | None:
    """Return the name of an input that does not hold any more what it held."""
    pairs = zip(attempt.inputs, attempt.case.inputs.items(), strict=True)
    changed = (name for left, (name, old) in pairs if not _still_holds(left, read(old)))
    return next(changed, None)


QUESTIONS = (shape_and_type, dtype, finite, values, inputs_unchanged)


def _other_shape(received: tuple[int, ...], expected: tuple[int, ...]) -> str:
    if not expected:
        words = "one number was expected, without a list around it"
        return f"Your answer has shape {received}, but {words}."
    if not received:
        return f"Your answer is a single number, but shape {expected} was expected."
    return f"Your answer has shape {received}, but {expected} was expected."


def _the_cell(answer: Answer, at: int) -> str:
    return f"The cell {where(answer.index(at))}" if answer.shape else "The answer"


def _wrong_parts(wrong: list[int]) -> str:
    if len(wrong) == len(PARTS):
        return "Neither the claim nor the reason is the right one."
    right = PARTS[1 - wrong[0]]
    return f"The {right} is the right one; the {PARTS[wrong[0]]} is not."


def _still_holds(left: Any, before: Answer) -> bool:
    try:
        after = read(left)
    except UnreadableError:
        return False
    return (after.shape, after.cells) == (before.shape, before.cells)
