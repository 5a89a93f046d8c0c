"""What a course asks: the exercises of each notebook, read from the pressed solutions."""

import re
from dataclasses import dataclass
from pathlib import Path

from bothends.grade.notebook import Cell, code_cells

SOLUTIONS = Path(__file__).parents[2] / "solutions"
CHECK = re.compile(r'check\("(.+?)", (\w+)\)')


@dataclass(frozen=True)
class Question:
    """An exercise: the name of the learner's function, its points, and the line that checks it."""

    exercise_id: str
    function: str
    points: int
    check: str


Key = dict[str, dict[str, Question]]


def read_key(solutions: Path) -> Key:
    """Return, for each notebook by its name, its questions by the id of their check cell."""
    return {path.stem: _questions(path) for path in sorted(solutions.glob("*.ipynb"))}


def choose(key: Key, path: Path, cells: list[Cell]) -> dict[str, Question]:
    """Return the questions of the notebook that a submission is.

    The ids in its cells decide; without any, its file name does. Nothing fits: no questions.
    """
    found = {cell.grade_id.removesuffix("-check") for cell in cells}
    shared = {
        name: len(found & {question.exercise_id for question in questions.values()})
        for name, questions in key.items()
    }
    best = max(shared, key=shared.get)
    if shared[best]:
        return key[best]
    return next((key[name] for name in key if name in path.stem), {})


def _questions(path: Path) -> dict[str, Question]:
    questions = {}
    for cell in code_cells(path):
        if cell.points is not None:
            line = cell.source.splitlines()[0]
            exercise_id, function = CHECK.search(line).groups()
            questions[cell.grade_id] = Question(exercise_id, function, cell.points, line)
    return questions
