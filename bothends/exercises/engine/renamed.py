"""Ids that exercises had in version 0.1.0, when they were numbered by chapter."""

import json
from functools import cache
from pathlib import Path

MARK = "/"  # between the exercise, the course's seed and the learner's name


def now(exercise_id: str) -> str:
    """Return the id of today: `lookup-cost` for `02-cost`; others as they are."""
    return _changed(exercise_id, _renamed())


def at_first(exercise_id: str) -> str:
    """Return the id that an exercise had at first: numbers drawn from it stay what they were."""
    return _changed(exercise_id, {new: old for old, new in _renamed().items()})


def _changed(exercise_id: str, names: dict[str, str]) -> str:
    exercise, *rest = exercise_id.split(MARK)
    return MARK.join((names.get(exercise, exercise), *rest))


@cache
def _renamed() -> dict[str, str]:
    """Read the first names and those of today."""
    path = Path(__file__).parents[1] / "renamed.json"
    return json.loads(path.read_text(encoding="utf-8"))
