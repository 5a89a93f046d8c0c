"""Run a learner's function on copies of a case's inputs; whatever happens is said in words."""

import copy
import inspect
import linecache
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bothends.exercises.engine import choice, clock
from bothends.exercises.engine.answers import Answer, UnreadableError, read
from bothends.exercises.engine.exercise import Case, Exercise
from bothends.exercises.engine.format import printable


class NotAttemptedError(Exception):
    """Nothing was answered yet; says by what one can tell."""


class TroubleError(Exception):
    """The function gave no readable answer; says why in words. `raised` is its own error."""

    def __init__(self, text: str, raised: BaseException | None = None, *, is_late: bool = False):
        super().__init__(text)
        self.raised, self.is_late = raised, is_late
        self.raised_name = None if raised is None else _name(raised)


@dataclass(frozen=True)
class Attempt:
    """One case, tried: the inputs as they were left, the answer and the expected one."""

    exercise: Exercise
    case: Case
    inputs: list[Any]
    answer: Answer
    expected: Answer


def run(
    exercise: Exercise, case: Case, function: Callable, seconds: int = clock.SECONDS
) -> Attempt:
    """Call `function` with fresh inputs and read what it returns.

    Raises:
        NotAttemptedError: it returned nothing, or raised the stub's bare NotImplementedError.
        TroubleError: it raised, did not end, or its answer cannot be read.

    """
    inputs = [given(name, exercise, case) for name in case.inputs]
    _check_signature(function, case)
    returned = call(function, *inputs, seconds=seconds)
    if returned is None or returned is Ellipsis:
        raise NotAttemptedError(
            "not attempted yet: your function returned nothing. Is `return` missing?"
        )
    try:
        with clock.limit(seconds):
            answer = read(returned)
    except UnreadableError as error:
        words = choice.ASKED if exercise.kind == "choice" else f"Your answer {error}."
        raise TroubleError(words) from None
    except clock.TimeUpError:
        raise TroubleError(
            f"Your answer could not be read within {seconds} seconds.", is_late=True
        ) from None
    if exercise.kind == "choice":
        answer = choice.normal(answer)
    return Attempt(exercise, case, inputs, answer, expect(exercise, case))


def call(function: Callable, *inputs: Any, seconds: int = clock.SECONDS) -> Any:
    """Return what `function` returns.

    Raises:
        NotAttemptedError: it raised the stub's bare NotImplementedError.
        TroubleError: it raised anything else, or did not end.

    """
    try:
        with clock.limit(seconds):
            return function(*inputs)
    except KeyboardInterrupt:
        raise
    except clock.TimeUpError as error:
        words = f"Your function was stopped: it had not ended after {seconds} seconds."
        words += f" Does a loop in it ever end?{_line(error)}"
        raise TroubleError(words, is_late=True) from None
    except BaseException as error:
        if type(error) is NotImplementedError and not error.args:  # torch's own has a message
            raise NotAttemptedError("not attempted yet.") from None
        raise TroubleError(f"Your code raised {_in_words(error)}", error) from None


def expect(exercise: Exercise, case: Case) -> Answer:
    """Return the reference's answer to a case."""
    return read(exercise.reference(*copy.deepcopy(list(case.inputs.values()))))


def given(name: str, exercise: Exercise, case: Case) -> Any:
    """Return a fresh copy of an input, as a CPU tensor if the exercise gives tensors."""
    value = case.inputs[name]
    if exercise.gives == "lists" or not (isinstance(value, list) or name in exercise.scalars):
        return copy.deepcopy(value)
    try:
        import torch
    except ImportError:
        return copy.deepcopy(value)
    has_floats = any(isinstance(cell, float) for cell in read(value).cells)
    dtype = getattr(torch, case.dtype) if has_floats else torch.int64
    return torch.tensor(value, dtype=dtype, device="cpu")


def _check_signature(function: Callable, case: Case) -> None:
    try:
        signature = inspect.signature(function)
    except BaseException:  # a built-in or an odd object: the call itself will tell
        return
    try:
        signature.bind(*case.inputs.values())
    except TypeError:
        names = ", ".join(case.inputs)
        raise TroubleError(f"Your function must take ({names}), as in the stub.") from None


def _in_words(error: BaseException) -> str:
    try:
        name = _name(error)
        if isinstance(error, RecursionError):
            return f"{name}: it calls itself without an end{_line(error)}."
        text = printable(str(error), 300)
        return name + (f": {text}" if text else "") + _line(error)
    except BaseException:
        return "an error that cannot be put into words."


def _name(error: BaseException) -> str:
    try:
        return printable(type(error).__name__, 60)
    except BaseException:
        return "an error without a name"


def _line(error: BaseException) -> str:
    """Return the last line of the learner's own file that was at work, if it can be read."""
    frames, trace = [], error.__traceback__ and error.__traceback__.tb_next
    while trace:
        frames.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    for filename, line in reversed(frames):
        source = linecache.getline(filename, line).strip()
        if filename == frames[0][0] and source:
            return f"\n  line {line}: {printable(source, 100)}"
    return ""
