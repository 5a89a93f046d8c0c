"""What a course asks: the exercises of each notebook, read from the solutions."""

import re
from dataclasses import dataclass
from pathlib import Path

from bothends.grade.notebook import Cell, code_cells

SOLUTIONS = Path(__file__).parents[2] / "solutions"
CHECK = re.compile(r'check\(f?"(.+?)", (\w+)\)')
NAME = "{NAME}"  # where an id of own numbers has the learner's


@dataclass(frozen=True)
class Question:
    """An exercise: its name in the notebook, its id, the learner's function, points, and line.

    The line is the one that checks it.
    """

    name: str
    exercise_id: str
    function: str
    points: int
    check: str

    @property
    def is_own(self) -> bool:
        """Say whether its numbers are a learner's own."""
        return NAME in self.exercise_id

    def of(self, learner: str) -> str:
        """Return the id of this exercise for a learner."""
        return self.exercise_id.replace(NAME, learner)


Key = dict[str, dict[str, Question]]


def read_key(solutions: Path) -> Key:
    """Return, for each notebook by its name, its questions by the id of their check cell."""
    return {path.stem: _questions(path) for path in notebooks(solutions)}


def notebooks(folder: Path) -> list[Path]:
    """Return the notebooks in a folder and its folders, but for Jupyter's own copies."""
    found = sorted(folder.rglob("*.ipynb"))
    return [path for path in found if ".ipynb_checkpoints" not in path.parts]


def choose(key: Key, path: Path, cells: list[Cell]) -> dict[str, Question]:
    """Return the questions of the notebook that a submission is.

    The ids in its cells decide; without any, its file name does. Nothing fits: no questions.
    """
    found = {cell.grade_id.removesuffix("-check") for cell in cells}
    shared = {
        name: len(found & {question.name for question in questions.values()})
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
            name = cell.grade_id.removesuffix("-check")
            questions[cell.grade_id] = Question(name, exercise_id, function, cell.points, line)
    return questions
