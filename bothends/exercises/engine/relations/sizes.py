"""The reference's answer times, divided by, more or less by a size of the inputs."""

import copy
import math
from collections.abc import Callable, Iterator
from typing import Any

from bothends.exercises.engine.answers import read
from bothends.exercises.engine.exercise import Exercise
from bothends.exercises.engine.relations import shapes
from bothends.exercises.engine.relations.relation import Relation

SHIFTS = (
    ("{s} too many", "Every number is too large by {s}.", lambda x, s: x + s),
    ("{s} too few", "Every number is too small by {s}.", lambda x, s: x - s),
)
SCALES = (
    ("times {s}", "Every number is {s} times the right one.", lambda x, s: x * s),
    ("divided by {s}", "Every number is the right one, divided by {s}.", lambda x, s: x / s),
)


def changes(exercise: Exercise) -> Iterator[Relation]:
    """Yield the relations in which a size of the inputs is too much or missing."""
    answer = read(exercise.reference(*copy.deepcopy(list(exercise.cases()[0].inputs.values()))))
    counts = all(type(cell) is int for cell in answer.cells)
    for size, measure in _different(exercise):
        for what, says, change in (*SCALES, *(SHIFTS if counts else ())):
            yield _by(exercise, what.format(s=size), says.format(s=size), change, measure)
        for what, says, change in () if counts else SCALES:
            root = f"the root of {size}"
            name, sentence = what.format(s=root), says.format(s=root)
            yield _by(exercise, name, sentence, change, _root(measure))


def _different(exercise: Exercise) -> list[tuple[str, Callable]]:
    """Return the sizes, each once: two lists may always have one length."""
    found: dict[tuple, tuple[str, Callable]] = {}
    for size, measure in _sizes(exercise):
        values = tuple(measure(case.inputs) for case in exercise.cases())
        if set(values) != {1}:
            found.setdefault(values, (size, measure))
    return list(found.values())


def _root(measure: Callable) -> Callable:
    return lambda inputs: math.sqrt(measure(inputs))


def _by(exercise: Exercise, name: str, says: str, change: Callable, measure: Callable) -> Relation:
    names = list(exercise.cases()[0].inputs)

    def answer(*values):
        size = measure(dict(zip(names, values, strict=True)))
        return shapes.numbers(lambda x: change(x, size))(exercise.reference(*values))

    return Relation(name, says, answer)


def _sizes(exercise: Exercise) -> Iterator[tuple[str, Callable[[dict[str, Any]], float]]]:
    """Yield each size of the inputs: its words, and how it is measured."""
    cases = [case.inputs for case in exercise.cases()]
    for name in cases[0]:
        values = [inputs[name] for inputs in cases]
        if all(isinstance(x, int | float) and not isinstance(x, bool) for x in values):
            yield f"`{name}`", lambda inputs, name=name: inputs[name]
        if not all(isinstance(x, list) and x for x in values):
            continue
        yield f"the length of `{name}`", lambda inputs, name=name: len(inputs[name])
        if all(isinstance(x[0], list) for x in values):
            yield f"the width of `{name}`", lambda inputs, name=name: len(inputs[name][0])
        yield (
            f"the number of entries of `{name}`",
            lambda inputs, name=name: len(shapes.cells(inputs[name])),
        )
