"""Hand exercises with a learner's own numbers: `lookup-rows-by-hand/spring/ada` is such an id.

The numbers follow from the three parts: exercise, seed of the course, and name.
"""

import re
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import Any

from bothends.exercises.engine import display
from bothends.exercises.engine.answers import read
from bothends.exercises.engine.exercise import Exercise
from bothends.exercises.engine.format import list_text
from bothends.exercises.engine.generate import KINDS, drawn
from bothends.exercises.engine.message import Grid, Message
from bothends.exercises.engine.renamed import MARK, at_first, now


def find(exercise_id: str) -> Exercise:
    """Return the exercise with the numbers that its id asks for.

    Raises:
        ValueError: no exercise has such numbers, or the id holds no name.

    """
    return _drawn(exercise_id)[1]


def numbers(exercise_id: str) -> None:
    """Show the numbers of an exercise: tables first, then what is on one line.

    Raises:
        ValueError: as `find`.

    """
    given, exercise = _drawn(exercise_id)
    answers = {label: read(value) for label, value in given.items()}
    tables = (Grid(label, one) for label, one in answers.items() if len(one.shape) == 2)
    lines = (f"{label} = {list_text(one)}" for label, one in answers.items() if len(one.shape) < 2)
    message = Message(f"Given for {exercise.id}", (*tables, *lines))
    display.show(message.text(), message.html())


def plain_name(name: str) -> str:
    """Return the letters and digits of a name, in small letters, with hyphens between words."""
    return "-".join(re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", name.casefold())))


def handed_in_by(name: str) -> bool:
    """Say that the folder in which nbgrader marks this notebook is the one of `name`.

    Raises:
        ValueError: it is somebody else's.

    """
    owner = Path.cwd().parent.name
    if plain_name(owner) == plain_name(name):
        return True
    raise ValueError(f"answered with the numbers of {name!r}, and handed in by {owner!r}")


def _drawn(exercise_id: str) -> tuple[dict[str, Any], Exercise]:
    kind, seed, name = (*now(exercise_id).split(MARK, 2), "", "")[:3]
    if kind not in KINDS:
        raise ValueError(f"{kind!r} has no numbers of your own: there are {', '.join(KINDS)}")
    if not plain_name(name):
        raise ValueError('no name: write yours into the cell NAME = "", as your course spells it')
    full_id = MARK.join((kind, seed, plain_name(name)))
    given, exercise = drawn(kind, at_first(full_id))
    return given, replace(exercise, id=full_id)
