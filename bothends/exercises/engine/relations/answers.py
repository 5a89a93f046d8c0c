"""The reference's answer, changed: another sign, another order, another shape, another scale."""

from collections.abc import Callable, Iterator
from typing import Any

from bothends.exercises.engine.exercise import Exercise
from bothends.exercises.engine.relations import shapes
from bothends.exercises.engine.relations.changes import (
    FLAT,
    ORDERS,
    SCALES,
    SHAPES,
    SORTED,
    TEXTS,
)
from bothends.exercises.engine.relations.relation import Relation


def changes(exercise: Exercise) -> Iterator[Relation]:
    """Yield the relations in which the reference's own answer is changed."""
    yield from _changed(exercise, (*ORDERS, *SHAPES, *SCALES, *TEXTS))
    for name, value in exercise.cases()[0].inputs.items():
        if isinstance(value, list):
            yield from _of_input(exercise, name)


def flat(exercise: Exercise) -> Iterator[Relation]:
    """Yield the answers that are the same number throughout."""
    yield from _changed(exercise, FLAT)


def in_order(exercise: Exercise) -> Iterator[Relation]:
    """Yield the answer sorted."""
    yield from _changed(exercise, SORTED)


def _changed(exercise: Exercise, changes: tuple) -> Iterator[Relation]:
    for name, says, change in changes:
        yield Relation(name, says, _after(exercise.reference, change), is_sure="decimals" in name)


def _after(reference: Callable, change: Callable) -> Callable[..., Any]:
    return lambda *inputs: change(reference(*inputs))


def _of_input(exercise: Exercise, name: str) -> Iterator[Relation]:
    """Yield what the answer and one of the inputs, of the same shape, can be made into."""
    place = list(exercise.cases()[0].inputs).index(name)

    def with_old(function):
        return lambda *inputs: _both(function, exercise.reference(*inputs), inputs[place])

    def twice(*inputs):
        again = list(inputs)
        again[place] = _both(_new_for_old, exercise.reference(*inputs), inputs[place])
        return exercise.reference(*again)

    yield Relation(
        f"`{name}` as it came",
        f"You returned `{name}` as it came: nothing was done with it.",
        lambda *inputs: _as_list(shapes.items(inputs[place])),
    )
    yield Relation(
        f"the change of `{name}`",
        f"Your answer is the change alone. What is asked for is `{name}` after the change.",
        with_old(lambda new, old: new - old),
    )
    yield Relation(
        f"added to `{name}`",
        f"Your answer is the right one, added to `{name}`.",
        with_old(lambda new, old: new + old),
    )
    yield Relation(
        f"done twice to `{name}`",
        f"What is asked for was done twice, the second time to its own result instead of `{name}`.",
        twice,
    )


def _new_for_old(new: Any, old: Any) -> Any:
    if type(new) is not type(old):
        raise LookupError("two kinds of numbers")
    return new


def _as_list(value: Any) -> Any:
    return shapes.each(lambda cell: cell, value)


def _both(function: Callable, one: Any, two: Any) -> Any:
    pair = [isinstance(value, list | tuple) for value in (one, two)]
    if all(pair):
        return [_both(function, *cells) for cells in zip(one, two, strict=True)]
    if any(pair):
        raise LookupError("two shapes")
    return function(one, two)
