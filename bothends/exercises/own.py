"""Hand exercises with a learner's own numbers, named by ids such as `02-rows-by-hand/spring/ada`.

The numbers follow from the three parts: exercise, seed of the course, and name. In all of them
each misconception gives an answer of its own.
"""

import re
import unicodedata
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from bothends.exercises import screen
from bothends.exercises.answers import read
from bothends.exercises.ch02 import by_hand as rows
from bothends.exercises.ch03 import by_hand as gradient
from bothends.exercises.ch05 import four_logits
from bothends.exercises.ch06 import by_hand as two_paths
from bothends.exercises.ch12 import by_hand as turn
from bothends.exercises.ch13 import nine_scores
from bothends.exercises.compare import equal
from bothends.exercises.exercise import Exercise
from bothends.exercises.message import Grid, Message
from bothends.exercises.words import list_text

MARK = "/"


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
    screen.show(message.text(), message.html())


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
    kind, seed, name = (*exercise_id.split(MARK, 2), "", "")[:3]
    if kind not in KINDS:
        raise ValueError(f"{kind!r} has no numbers of your own: there are {', '.join(KINDS)}")
    if not plain_name(name):
        raise ValueError('no name: write yours into the cell NAME = "", as your course spells it')
    full_id = MARK.join((kind, seed, plain_name(name)))
    draw = Random(full_id)
    make, invent = KINDS[kind]
    while True:
        given = invent(draw)
        exercise = make(**given)
        if _apart(exercise):
            return given, replace(exercise, id=full_id)


def _apart(exercise: Exercise) -> bool:
    mistakes = [one.answer for one in exercise.misconceptions]
    answers = [read(answer()) for answer in (exercise.reference, *mistakes)]
    return not any(equal(*two, exercise.rtol, exercise.atol) for two in combinations(answers, 2))


def _whole(draw: Random, low: int, high: int) -> int:
    """Use `random()` alone, which Python promises not to change."""
    return low + int(draw.random() * (high - low + 1))


def _row(draw: Random, size: int, low: int, high: int) -> list[int]:
    return [_whole(draw, low, high) for _ in range(size)]


def _table(draw: Random, size: int, low: int, high: int) -> list[list[int]]:
    return [_row(draw, 2, low, high) for _ in range(size)]


def _ids(draw: Random, size: int) -> list[int]:
    """Draw until one id comes twice."""
    while len(set(ids := _row(draw, size, 0, 3))) != size - 1:
        pass
    return ids


def _rows(draw: Random) -> dict[str, Any]:
    return {"table": _table(draw, 4, 1, 9), "ids": _ids(draw, 4)}


def _gradient(draw: Random) -> dict[str, Any]:
    return {"ids": _ids(draw, 3), "G": _table(draw, 3, 1, 9)}


def _four_logits(draw: Random) -> dict[str, Any]:
    """Draw until the scores are whole numbers from 0 to 4 that differ, so that e^4 is enough."""
    while True:
        E, h = _table(draw, 4, -1, 2), _row(draw, 2, -2, 2)
        z = four_logits.logits(E, h)
        if min(z) >= 0 and max(z) <= 4 and len(set(z)) > 2:
            return {"E": E, "h": h, "target": _whole(draw, 1, 3)}


def _two_paths(draw: Random) -> dict[str, Any]:
    p = sorted((0.1, 0.2, 0.3, 0.4), key=lambda _: draw.random())
    table = [[0, 0], *_table(draw, 3, 0, 3)]
    return {"table": table, "token": _whole(draw, 1, 3), "target": _whole(draw, 1, 3), "p": p}


def _turn(draw: Random) -> dict[str, Any]:
    return {"x": _row(draw, 4, 1, 9)}


def _nine_scores(draw: Random) -> dict[str, Any]:
    return {"q": _row(draw, 2, 1, 9), "k": _row(draw, 2, 1, 9)}


KINDS = {
    rows.EXERCISE.id: (rows.exercise, _rows),
    gradient.EXERCISE.id: (gradient.exercise, _gradient),
    four_logits.EXERCISE.id: (four_logits.exercise, _four_logits),
    two_paths.EXERCISE.id: (two_paths.exercise, _two_paths),
    turn.EXERCISE.id: (turn.exercise, _turn),
    nine_scores.EXERCISE.id: (nine_scores.exercise, _nine_scores),
}
