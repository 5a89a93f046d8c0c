"""All exercises by id."""

from difflib import get_close_matches
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from bothends import exercises
from bothends.exercises.engine import personal
from bothends.exercises.engine.exercise import Exercise


def chapters() -> list[ModuleType]:
    """Return the packages ch01, ch02 and so on, each with its EXERCISES."""
    names = [one.name for one in iter_modules(exercises.__path__) if one.name.startswith("ch")]
    return [import_module(f"{exercises.__name__}.{name}") for name in sorted(names)]


def every() -> list[Exercise]:
    """Return all exercises in the order of the book."""
    return [exercise for chapter in chapters() for exercise in chapter.EXERCISES]


def of_chapter(chapter: str | int) -> list[Exercise]:
    """Return the exercises of a chapter, known by its number.

    Raises:
        ValueError: it has none; the message says which chapters there are.

    """
    by_number = {one.__name__.rpartition("ch")[2]: one.EXERCISES for one in chapters()}
    number = str(chapter).zfill(2)
    if number in by_number:
        return list(by_number[number])
    raise ValueError(f"no exercises of chapter {chapter!r}: there are {', '.join(by_number)}")


def find(exercise_id: str) -> Exercise:
    """Return the exercise of this id; one of `02-rows-by-hand/spring/ada` has Ada's numbers.

    Raises:
        ValueError: there is none; the message names the nearest ids.

    """
    by_id, name = {exercise.id: exercise for exercise in every()}, str(exercise_id)
    if personal.MARK in name:
        return personal.find(name)
    if name in by_id:
        return by_id[name]
    near = get_close_matches(name, by_id, n=3) or list(by_id)
    raise ValueError(f"no exercise has the id {exercise_id!r}: did you mean {', '.join(near)}?")
