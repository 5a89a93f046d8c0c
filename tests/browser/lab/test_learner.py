"""A learner in a real JupyterLab: an untouched stub, a wrong answer, a hint, the right one."""

import nbformat
import pytest

from bookbuild.notebooks.source import read_stub
from bookbuild.paths import ROOT
from tests.browser.lab.notebook import Notebook

SOURCE = ROOT / "book/exercises/04_scatter_add.md"

WRONG = """def gradient():
    return [[0, 0], [0, 0], [3, 4], [5, 6]]"""
ODD = """def gradient():
    return [[0, 0], [0, 0], [4, 6], [5, 'six']]"""
RIGHT = """def gradient():
    return [[0, 0], [0, 0], [4, 6], [5, 6]]"""


@pytest.fixture(scope="module")
def notebook(lab, page):
    address, folder = lab
    nbformat.write(read_stub(SOURCE), folder / "04_scatter_add.ipynb")
    return Notebook(page, address, "04_scatter_add.ipynb")


def test_a_learner_is_told_the_truth_about_each_try(notebook):
    answer = notebook.cell("def gradient")
    check = notebook.cell('check("scatter-gradient-by-hand"')
    said = check.locator(".jp-OutputArea")

    notebook.run_all()
    said.get_by_text("scatter-gradient-by-hand: not attempted yet.").wait_for(timeout=60_000)
    notebook.cell('check("scatter-zero-row"').get_by_text("not attempted yet.").wait_for()

    notebook.write_and_run(answer, WRONG)
    notebook.run(check)
    said.get_by_text("the last one wins").wait_for()
    assert said.locator("td strong").all_inner_texts() == ["≠ 3", "≠ 4"]
    assert said.locator("th[scope=row]").all_inner_texts() == ["[0]", "[1]", "[2]", "[3]"]
    assert "Traceback" not in said.inner_text()
    assert (
        said.inner_text().count("Not yet: scatter-gradient-by-hand") == 2
    )  # displayed, and raised

    notebook.write_and_run(answer, ODD)
    notebook.run(check)
    said.get_by_text("The cell [3][1] is text, 'six', not a number.").wait_for()

    notebook.write_and_run(answer, RIGHT)
    notebook.run(check)
    said.get_by_text("scatter-gradient-by-hand: correct, 1 case").wait_for()
    assert "Not yet" not in said.inner_text()


def test_hints_open_one_by_one_and_progress_is_a_table(notebook):
    first = notebook.cell("from bothends.exercises import")
    said = first.locator(".jp-OutputArea")
    start = "from bothends.exercises import check, hint, progress\n"
    for opened in (1, 2):
        notebook.write_and_run(first, start + 'hint("scatter-row-counts")')
        said.get_by_text(f"Hint {opened} of 3").wait_for()
    notebook.write_and_run(first, start + "progress()")
    row = said.locator("tr").filter(has_text="scatter-row-counts")
    row.wait_for()
    assert row.locator("td").all_inner_texts()[-2:] == ["not yet", "2 of 3"]
