"""All exercises by id."""

from difflib import get_close_matches
from importlib import import_module
from types import ModuleType

from bothends.exercises.engine import personal, renamed
from bothends.exercises.engine.exercise import Exercise

CHAPTERS = (
    "addresses",
    "tokenizer",
    "lookup",
    "scatter_add",
    "which_rows_move",
    "switches",
    "head_and_loss",
    "weight_tying",
    "training_step",
    "saving",
    "large_vocabulary",
    "several_processes",
    "growing",
    "input_layer",
    "why_position",
    "rotation",
    "relative_position",
    "positions_in_a_cache",
    "long_contexts",
    "both_ends",
)


def chapters() -> list[ModuleType]:
    """Return the packages of the chapters in the order of the book, each with its EXERCISES."""
    return [import_module(f"bothends.exercises.{name}") for name in CHAPTERS]


def every() -> list[Exercise]:
    """Return all exercises in the order of the book."""
    return [exercise for chapter in chapters() for exercise in chapter.EXERCISES]


def of_chapter(chapter: str | int) -> list[Exercise]:
    """Return the exercises of a chapter, known by its number or its name.

    Raises:
        ValueError: it has none; the message says which chapters there are.

    """
    numbers = [f"{number:02}" for number in range(1, len(CHAPTERS) + 1)]
    for number, name, package in zip(numbers, CHAPTERS, chapters(), strict=True):
        if str(chapter) == name or str(chapter).zfill(2) == number:
            return list(package.EXERCISES)
    known = ", ".join(f"{number} {name}" for number, name in zip(numbers, CHAPTERS, strict=True))
    raise ValueError(f"no exercises of chapter {chapter!r}: there are {known}")


def chapter_of(exercise_id: str) -> str:
    """Return the number of the chapter that asks an exercise, such as "02"."""
    ids = ({exercise.id for exercise in chapter.EXERCISES} for chapter in chapters())
    return next(f"{number:02}" for number, asked in enumerate(ids, 1) if exercise_id in asked)


def find(exercise_id: str) -> Exercise:
    """Return the exercise of this id, or of the id that it had in version 0.1.0.

    One of `lookup-rows-by-hand/spring/ada` has Ada's numbers.

    Raises:
        ValueError: there is none; the message names the nearest ids.

    """
    by_id = {exercise.id: exercise for exercise in every()}
    name = renamed.now(str(exercise_id))
    if renamed.MARK in name:
        return personal.find(name)
    if name in by_id:
        return by_id[name]
    near = get_close_matches(name, by_id, n=3) or list(by_id)
    raise ValueError(f"no exercise has the id {exercise_id!r}: did you mean {', '.join(near)}?")
