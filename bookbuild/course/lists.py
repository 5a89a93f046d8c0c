"""What a course asks and which mistakes it knows: two CSV files and a page to read."""

import copy
import csv
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader

from bothends.exercises.engine.answers import UnreadableError, read
from bothends.exercises.engine.attempt import expect
from bothends.exercises.engine.catalogue import chapter_of, find
from bothends.exercises.engine.compare import equal
from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.format import list_text, printable
from bothends.exercises.engine.personal import MARK
from bothends.exercises.engine.slips import NUMERIC
from bothends.grade.key import Question, read_key

LONG = 300
PAGE = "exercises.html"


@dataclass(frozen=True)
class Asked:
    """An exercise of an assignment, and the exercise of the book that it is."""

    assignment: str
    question: Question
    exercise: Exercise

    def row(self) -> dict[str, str | int]:
        """Return its line in the list of exercises."""
        in_page = self.exercise.in_page and not self.question.is_own
        return {
            "assignment": self.assignment,
            "chapter": chapter_of(self.exercise.id),
            "id": self.question.name,
            "title": self.exercise.title,
            "kind": self.exercise.kind,
            "difficulty": self.exercise.difficulty,
            "minutes": self.exercise.minutes,
            "points": self.question.points,
            "in_page": "yes" if in_page else "no",
        }


def asked(source: Path) -> list[Asked]:
    """Return the exercises of a course, read from its sources."""
    return [
        Asked(name, question, find(question.exercise_id.partition(MARK)[0]))
        for name, questions in read_key(source).items()
        for question in questions.values()
    ]


def write(folder: Path, source: Path) -> None:
    """Write the lists of the course whose sources are in `source`."""
    course = asked(source)
    exercises = [one.row() for one in course]
    book = {one.exercise.id: one.exercise for one in course}.values()
    mistakes = [mistake_row(exercise, one) for exercise in book for one in exercise.misconceptions]
    write_csv(folder / "exercises.csv", exercises)
    write_csv(folder / "misconceptions.csv", mistakes)
    templates = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True)
    page = templates.get_template(PAGE).render(exercises=exercises, book=book, mistakes=mistakes)
    (folder / PAGE).write_text(page + "\n", encoding="utf-8")


def write_key(path: Path, source: Path, students: list[dict]) -> None:
    """Write the answers to own numbers: a line for each student and exercise."""
    own = [one.question for one in asked(source) if one.question.is_own]
    rows = [
        {"student": one["id"], "exercise": question.name, "answer": _answer(question, one["id"])}
        for one in students
        for question in own
    ]
    if rows:
        write_csv(path, rows)


def _answer(question: Question, student: str) -> str:
    return list_text(read(find(question.of(student)).reference()))


def write_csv(path: Path, rows: list[dict]) -> None:
    """Write rows of the same columns."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, rows[0])
        table.writeheader()
        table.writerows(rows)


def mistake_row(exercise: Exercise, mistake: Misconception) -> dict[str, str]:
    """Return a misconception's line: with the first case in which it goes wrong."""
    case, wrong = _first_wrong(exercise, mistake)
    given = "; ".join(f"{name} = {list_text(read(value))}" for name, value in case.inputs.items())
    return {
        "exercise": exercise.id,
        "name": mistake.name,
        "told": mistake.says,
        "input": printable(given, LONG),
        "wrong_answer": printable(wrong, LONG),
    }


def _first_wrong(exercise: Exercise, mistake: Misconception) -> tuple[Case, str]:
    for case in exercise.cases():
        try:
            answer = read(mistake.answer(*copy.deepcopy(list(case.inputs.values()))))
        except NUMERIC as error:
            return case, f"raises {type(error).__name__}"
        except (UnreadableError, LookupError):
            continue
        if not equal(expect(exercise, case), answer, exercise.rtol, exercise.atol):
            return case, list_text(answer)
    raise ValueError(f"{exercise.id}: {mistake.name} is never wrong")
