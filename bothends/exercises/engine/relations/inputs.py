"""The reference asked with other inputs: one that is ignored, two that are swapped, and so on."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from bothends.exercises.engine.exercise import Exercise
from bothends.exercises.engine.format import cell_text
from bothends.exercises.engine.relations import shapes
from bothends.exercises.engine.relations.relation import Relation


def changes(exercise: Exercise) -> Iterator[Relation]:
    """Yield the relations in which the reference was asked with changed inputs."""
    cases = [case.inputs for case in exercise.cases()]
    names = list(cases[0])
    for name in names:
        yield from _held(exercise, name, [inputs[name] for inputs in cases])
    for one, two in combinations(names, 2):
        yield _swapped(exercise, one, two)
    for name in names:
        values = [inputs[name] for inputs in cases]
        possible = (*IDS, *ONE_INPUT, *SCALED) if _hold_ids(values) else (*ONE_INPUT, *SCALED)
        for what, says, change in possible:
            if not all(_applies(change, value) for value in values):
                continue
            label, sentence = what.format(a=f"`{name}`"), says.format(a=f"`{name}`")
            yield Relation(label, sentence, _with(exercise, names, {name}, change))
    for group in _together(cases):
        for what, says, change in ITEMS_LEFT_OUT:
            given = " and ".join(f"`{name}`" for name in sorted(group))
            label, sentence = what.format(a=given), says.format(a=given)
            yield Relation(label, sentence, _with(exercise, names, group, change))


def _hold_ids(values: list[Any]) -> bool:
    """Say whether an input is a list of integers in some case, and not a mask of 0 and 1."""
    cells = {cell for value in values for cell in shapes.cells(value)}
    return any(isinstance(value, list) for value in values) and not cells <= {0, 1}


def _applies(change: Callable, value: Any) -> bool:
    try:
        change(value)
    except LookupError:
        return False
    return True


def _with(
    exercise: Exercise, names: list[str], chosen: set[str], change: Callable
) -> Callable[..., Any]:
    """Return the reference with a change made to each chosen input."""

    def answer(*values):
        pairs = zip(names, values, strict=True)
        return exercise.reference(*(change(x) if name in chosen else x for name, x in pairs))

    return answer


def _held(exercise: Exercise, name: str, values: list[Any]) -> Iterator[Relation]:
    """Yield the reference with one input held at a value that it has in some case."""
    names = list(exercise.cases()[0].inputs)
    plain = [value for value in values if isinstance(value, int | float | str)]
    for value in dict.fromkeys(plain) if len(plain) == len(values) else ():
        yield Relation(
            f"`{name}` ignored",
            f"Your answer is the right one for `{name}` = {cell_text(value)}, and stays so "
            f"whatever `{name}` is.",
            _with(exercise, names, {name}, lambda _, value=value: value),
        )


def _swapped(exercise: Exercise, one: str, two: str) -> Relation:
    names = list(exercise.cases()[0].inputs)
    i, j = names.index(one), names.index(two)

    def answer(*values):
        if type(values[i]) is not type(values[j]):
            raise LookupError("inputs of two kinds")
        values = list(values)
        values[i], values[j] = values[j], values[i]
        return exercise.reference(*values)

    says = f"You took `{one}` for `{two}`, and `{two}` for `{one}`."
    return Relation(f"`{one}` and `{two}` exchanged", says, answer)


def _together(cases: list[dict[str, Any]]) -> list[set[str]]:
    """Return the sets of inputs that have one length in every case."""
    lengths: dict[tuple, set[str]] = {}
    for name in cases[0]:
        if all(isinstance(inputs[name], list) for inputs in cases):
            lengths.setdefault(tuple(len(inputs[name]) for inputs in cases), set()).add(name)
    return list(lengths.values())


def _integer(value: Any) -> int:
    if type(value) is not int:
        raise LookupError("no integer")
    return value


def _measures(value: Any) -> Any:
    if not any(isinstance(cell, float) for cell in shapes.cells(value)):
        raise LookupError("counts and ids have no sign")
    return value


def _ids(value: Any) -> list[int]:
    """Return a flat list of integers from 0 on."""
    found = shapes.items(value)
    if not all(type(one) is int and one >= 0 for one in found):
        raise LookupError("no ids")
    return found


def _in_each_sequence(change: Callable[[list[int]], list[int]]) -> Callable:
    def changed(value):
        if isinstance(value, list) and value and isinstance(value[0], list):
            return [changed(one) for one in value]
        return change(_ids(value)) if isinstance(value, list) else change([_integer(value)])[0]

    return changed


def _in_each_row(change: Callable[[list], list]) -> Callable:
    return lambda value: [change(shapes.several(row)) for row in shapes.rows(value)]


def _moved(by: int) -> Callable:
    return _in_each_sequence(lambda ids: [id_ + by for id_ in ids])


def _other_bit(value: Any) -> Any:
    cells = shapes.cells(shapes.items(value))
    if not all(type(cell) in (int, bool) and cell in (0, 1) for cell in cells):
        raise LookupError("no mask")
    return shapes.each(lambda bit: type(bit)(1 - bit), value)


IDS = (
    (
        "{a} counted from one",
        "You counted the ids in {a} from 1: each of yours is one too small.",
        _moved(-1),
    ),
    ("the entry after each of {a}", "You took the one after each id in {a}.", _moved(1)),
    (
        "position for id",
        "You used the place of each entry of {a}, 0, 1, 2 and so on, and not the entry itself.",
        _in_each_sequence(lambda ids: list(range(len(ids)))),
    ),
    (
        "repeats in {a} left out",
        "You used each entry of {a} once. One that comes twice counts twice.",
        _in_each_sequence(lambda ids: list(dict.fromkeys(ids))),
    ),
    (
        "0 in {a} left out",
        "Your answer is the right one without each 0 in {a}. The id 0 is an id like any other.",
        _in_each_sequence(lambda ids: [id_ for id_ in ids if id_]),
    ),
    (
        "the first of each row of {a} left out",
        "Your answer leaves out the first of each sequence in {a}.",
        _in_each_row(lambda row: row[1:]),
    ),
    (
        "the last of each row of {a} left out",
        "Your answer leaves out the last of each sequence in {a}.",
        _in_each_row(lambda row: row[:-1]),
    ),
    (
        "{a} sorted",
        "Your answer is the right one for {a} in sorted order. The order that it has is meant.",
        _in_each_sequence(sorted),
    ),
)

ONE_INPUT = (
    ("{a} one too large", "Your answer is the right one for {a} + 1.", lambda x: _integer(x) + 1),
    ("{a} one too small", "Your answer is the right one for {a} - 1.", lambda x: _integer(x) - 1),
    (
        "{a} backwards",
        "Your answer is the right one for {a} in the opposite order.",
        shapes.backwards,
    ),
    (
        "rows of {a} backwards",
        "Your answer is the right one if each row of {a} is read from its end.",
        shapes.rows_backwards,
    ),
    (
        "{a} transposed",
        "Your answer is the right one for {a} with rows and columns exchanged.",
        shapes.transposed,
    ),
    ("{a} the wrong way round", "You took 1 for 0 and 0 for 1 in {a}.", _other_bit),
    (
        "sign of {a} turned round",
        "Your answer is the right one if each number in {a} has the other sign.",
        lambda value: shapes.numbers(lambda x: -x)(_measures(value)),
    ),
    (
        "sign of {a} lost",
        "Your answer is the right one if the numbers in {a} have no sign.",
        lambda value: shapes.numbers(abs)(_measures(value)),
    ),
)

SCALED = tuple(
    (
        f"{words} {{a}}",
        f"Your answer is the right one for {words} {{a}}.",
        lambda value, by=by: shapes.numbers(lambda x: x * by)(_measures(value)),
    )
    for words, by in (("twice", 2), ("half of", 0.5))
)

ITEMS_LEFT_OUT = (
    (
        "only the first of {a}",
        "Your answer takes only the first item of {a}. Does `return` stand inside a loop?",
        lambda value: shapes.items(value)[:1],
    ),
    (
        "only the last of {a}",
        "Your answer takes only the last item of {a}. Is something set anew inside a loop?",
        lambda value: shapes.items(value)[-1:],
    ),
    (
        "the first of {a} left out",
        "Your answer leaves out the first item of {a}.",
        lambda value: shapes.items(value)[1:],
    ),
    (
        "the last of {a} left out",
        "Your answer leaves out the last item of {a}.",
        lambda value: shapes.items(value)[:-1],
    ),
)
