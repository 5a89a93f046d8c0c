"""A course takes a solution as it is: nbgrader makes the assignment from it and marks it."""

import csv
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat

SOLUTION = Path(__file__).parents[1] / "solutions/02_lookup.ipynb"


def nbgrader(course, *arguments):
    tools = Path(sys.executable).parent  # nbgrader calls alembic by name
    environment = {**os.environ, "BOTHENDS_PROGRESS": "off"}
    environment["PATH"] = f"{tools}{os.pathsep}{os.environ['PATH']}"
    command = [sys.executable, "-m", "nbgrader", *arguments]
    done = subprocess.run(command, cwd=course, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def hand_in(course, student, answers):
    """Copy the released notebook, with each answer in the cell of its grade_id."""
    notebook = nbformat.read(course / "release/rows" / SOLUTION.name, as_version=4)
    for cell in notebook.cells:
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        cell.source = answers.get(grade_id, cell.source)
    folder = course / "submitted" / student / "rows"
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / SOLUTION.name)


def test_right_wrong_and_empty_submissions_get_their_points(tmp_path):
    (tmp_path / "source/rows").mkdir(parents=True)
    shutil.copy(SOLUTION, tmp_path / "source/rows")
    nbgrader(tmp_path, "generate_assignment", "rows")

    cells = [c for c in nbformat.read(SOLUTION, 4).cells if "nbgrader" in c.metadata]
    right = {c.metadata.nbgrader.grade_id: c.source for c in cells if c.metadata.nbgrader.solution}
    points = [c.metadata.nbgrader.points for c in cells if c.metadata.nbgrader.grade]
    wrong = right | {"02-rows-by-hand": "def rows():\n    return [[5, 6], [7, 8], [3, 4], [5, 5]]"}
    for student, answers in {"right": right, "wrong": wrong, "empty": {}}.items():
        hand_in(tmp_path, student, answers)
    nbgrader(tmp_path, "autograde", "rows")

    nbgrader(tmp_path, "export", "--to=grades.csv")
    with (tmp_path / "grades.csv").open() as file:
        scores = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert scores == {"right": sum(points), "wrong": sum(points) - points[0], "empty": 0}
