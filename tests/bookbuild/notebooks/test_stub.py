"""A stub is what nbgrader would hand out, and no mark that nbgrader would miss gets past."""

import subprocess
import sys

import jupytext
import pytest

from bookbuild.errors import BookError
from bookbuild.notebooks.page import all_pages
from bookbuild.notebooks.source import read_stub
from bookbuild.paths import ROOT
from tests.bookbuild.notebooks.small_book import EXERCISE, HEADER

SOURCES = [page.source for page in all_pages(ROOT) if page.is_stub]


@pytest.fixture
def stub(tmp_path):
    def stub(text):
        (tmp_path / "01_task.md").write_text(HEADER + text, encoding="utf-8")
        return read_stub(tmp_path / "01_task.md")

    return stub


def cells(notebook):
    return [(cell.cell_type, cell.source, cell.metadata) for cell in notebook.cells]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_it_is_what_nbgrader_gives(source):
    from nbgrader.preprocessors import ClearHiddenTests, ClearSolutions

    theirs = jupytext.read(source)
    ClearSolutions(code_stub={"python": "raise NotImplementedError"}).preprocess(theirs, {})
    ClearHiddenTests().preprocess(theirs, {})
    assert cells(read_stub(source)) == cells(theirs)


def test_a_solution_without_marks_goes_as_a_whole(stub):
    text = EXERCISE.replace("    ### BEGIN SOLUTION\n", "").replace("    ### END SOLUTION\n", "")
    assert stub(text).cells[1].source == "raise NotImplementedError"


@pytest.mark.parametrize(
    "before, after, complaint",
    [
        ("    ### END SOLUTION\n", "", "'### BEGIN SOLUTION' has no partner"),
        ("    ### BEGIN SOLUTION\n", "", "'### END SOLUTION' has no partner"),
        ("BEGIN HIDDEN", "END HIDDEN", "'### END HIDDEN TESTS' has no partner"),
        ("END HIDDEN TESTS", "END SOLUTION", "'### END SOLUTION' has no partner"),
        ("return 2 * x", "### BEGIN SOLUTION", "'### BEGIN SOLUTION' has no partner"),
        ("BEGIN SOLUTION", "BEGIN SOLUTOIN", "'### BEGIN SOLUTOIN' is not one of"),
        ("### BEGIN SOLUTION", "# begin solution", "'# begin solution' is not one of"),
        ("### END SOLUTION", "return 3  ### END SOLUTION", "is not one of nbgrader's marks"),
        ("### END HIDDEN TESTS", "### END HIDDEN TESTS.", "is not one of nbgrader's marks"),
        ("solution: true", "solution: false", "metadata say 'solution: false'"),
        ("grade: true", "grade: false", "metadata say 'grade: false'"),
    ],
)
def test_a_wrong_mark_is_named_with_its_source_and_cell(stub, before, after, complaint):
    assert before in EXERCISE
    with pytest.raises(BookError, match=r"^01_task.md, cell '(def double|try)") as error:
        stub(EXERCISE.replace(before, after))
    assert complaint in str(error.value)


def test_text_has_no_solution(stub):
    with pytest.raises(BookError, match="only code cells"):
        stub(EXERCISE + "\nSay why.\n\n### BEGIN SOLUTION\nBecause.\n### END SOLUTION\n")


def test_the_press_does_without_nbgrader():
    program = "import sys, bookbuild.notebooks.command; sys.exit('nbgrader' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT).returncode == 0
