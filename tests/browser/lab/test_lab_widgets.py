"""Widgets with a kernel: a reader moves Python's state, and Python moves the figure."""

import nbformat
import pytest

from tests.browser.lab.notebook import Notebook

MAKE = """from bothends import widgets

lookup = widgets.Lookup()
lookup"""


@pytest.fixture
def notebook(lab, page):
    address, folder = lab
    cells = [nbformat.v4.new_code_cell(source) for source in (MAKE, "pass")]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    nb = nbformat.v4.new_notebook(cells=cells, metadata=kernel)
    nbformat.write(nb, folder / "widgets.ipynb")
    return Notebook(page, address, "widgets.ipynb")


def test_reader_and_python_move_the_same_figure(notebook):
    notebook.run_all()
    figure = notebook.page.get_by_role("group", name="An id picks a row")
    figure.get_by_text("Place 0 holds id 1").wait_for(timeout=60_000)

    figure.get_by_role("slider", name="place").press("ArrowRight")
    figure.get_by_text("Place 1 holds id 3").wait_for()
    last = notebook.cells.last
    notebook.write_and_run(last, "print('Python has place', lookup.place)")
    last.get_by_text("Python has place 1", exact=True).wait_for()

    notebook.write_and_run(last, "lookup.ids = [2, 2, 2]")
    figure.get_by_text("Place 1 holds id 2, which picks row 2: [0, 2].").wait_for()
