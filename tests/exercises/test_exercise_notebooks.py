"""The sources of the exercise notebooks: solved they pass, untouched they say so."""

import re

import jupytext
import nbformat
import pytest
from nbgrader.nbgraderformat import MetadataValidator

from bookbuild.notebooks.source import read_stub
from bookbuild.paths import ROOT
from bothends.exercises.engine.catalogue import of_chapter

FOLDER = ROOT / "book/exercises"
SOURCES = sorted(FOLDER.glob("*.md"))


def printed(folder, source):
    """Return what each cell printed; that it prints just that now is what nbval proves."""
    nb = nbformat.read(ROOT / folder / f"{source.stem}.ipynb", as_version=4)
    outputs = [one for cell in nb.cells if cell.cell_type == "code" for one in cell.outputs]
    assert all(one.output_type == "stream" and one.name == "stdout" for one in outputs)
    return [one.text for one in outputs]


def exercises_of(source):
    return of_chapter(source.stem[3:])


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_the_solutions_are_right(source):
    expected = [one.id for one in exercises_of(source)]
    assert [text.split(":")[0] for text in printed("solutions", source)] == expected


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_a_stub_runs_from_top_to_bottom_and_says_that_nothing_was_attempted(source):
    nb = read_stub(source)
    assert "SOLUTION" not in str(nb) and "HIDDEN" not in str(nb)
    expected = [
        f'{one.id}: not attempted yet. hint("{one.id}") opens a hint.\n'
        for one in exercises_of(source)
    ]
    assert printed("exercises", source) == expected


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_cells_carry_nbgraders_metadata_and_the_exercises_ids(source):
    nb = jupytext.read(source)
    MetadataValidator().validate_nb(nb)
    graded = [(cell, cell.metadata.nbgrader) for cell in nb.cells if "nbgrader" in cell.metadata]
    ids = [one.id for one in exercises_of(source)]
    assert [data.grade_id for _, data in graded] == [
        grade_id for one in ids for grade_id in (one, f"{one}-check")
    ]
    for cell, data in graded:
        assert data.solution != data.grade
        if data.grade:
            assert data.locked and data.points > 0
            assert re.fullmatch(
                rf'result = check\("{data.grade_id.removesuffix("-check")}", \w+\)\n'
                "### BEGIN HIDDEN TESTS\nassert result\n### END HIDDEN TESTS",
                cell.source,
            )


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_text_and_exercise_agree_on_title_minutes_and_difficulty(source):
    text = source.read_text(encoding="utf-8")
    found = re.findall(r"^## (.*)\n\n\*(\w+) minutes, (\w+)\.", text, re.MULTILINE)
    numbers = {"three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10, "fifteen": 15}
    assert [(title, numbers[minutes.lower()], level) for title, minutes, level in found] == [
        (one.title, one.minutes, one.difficulty) for one in exercises_of(source)
    ]
