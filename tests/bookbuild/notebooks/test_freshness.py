"""Pressed notebooks equal their sources, and hold what the book allows. Nothing is executed."""

import ast
import os
import re
from functools import cache

import nbformat
import pytest
from jupytext import TextFileContentsManager
from traitlets.config import PyFileConfigLoader

from bookbuild.notebooks.page import all_pages
from bookbuild.notebooks.work import learners_work
from bookbuild.paths import ROOT

PAGES = all_pages(ROOT)
CHAPTERS = [page for page in PAGES if page.target.parent.name == "notebooks"]
SOLVED = [page for page in PAGES if not page.is_stub]

YOURS = [] if os.environ.get("CI") else learners_work(ROOT)

each_page = pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.skipif(page in YOURS, reason=f"{page} is your work"))
        for page in PAGES
    ],
    ids=str,
)
each_chapter = pytest.mark.parametrize("page", CHAPTERS, ids=str)


def cells(page, kind="code"):
    notebook = nbformat.read(page.target, as_version=4)
    return [cell for cell in notebook.cells if cell.cell_type == kind]


@cache
def helpers():
    """Return the public names that the package defines."""
    return {
        node.name
        for path in (ROOT / "bothends").rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    }


def test_every_source_is_pressed_and_nothing_else():
    folders = ("notebooks", "exercises", "solutions")
    found = {path for folder in folders for path in (ROOT / folder).glob("*.ipynb")}
    assert {path for path in found if ".new." not in path.name} == {p.target for p in PAGES}


@each_page
def test_is_its_source_and_its_outputs_and_nothing_else(page):
    assert page.is_intact(), f"{page} is not what {page.source_name} gives: run make notebooks"


@each_page
def test_every_output_is_compared(page):
    """nbval skips a cell that is marked."""
    text = page.target.read_text(encoding="utf-8")
    assert len(re.findall(r"nbval[-_](?:ignore|skip)", text, re.IGNORECASE)) <= 1


@each_page
def test_is_light(page):
    assert page.target.stat().st_size < 150_000


@each_chapter
def test_cells_are_short(page):
    assert max(len(cell.source.splitlines()) for cell in cells(page)) <= 12


@each_chapter
def test_a_quarter_of_the_cells_assert(page):
    code = [cell.source for cell in cells(page)]
    assert sum("assert" in text for text in code) >= len(code) / 4


@each_chapter
def test_no_helper_is_copied(page):
    defined = re.findall(r"^(?:def|class) (\w+)", "\n".join(c.source for c in cells(page)), re.M)
    assert not helpers() & set(defined)


@pytest.mark.parametrize("page", SOLVED, ids=str)
def test_open_and_save_in_make_author_changes_no_byte_of_the_source(page, tmp_path):
    config = PyFileConfigLoader(
        "jupyter_server_config.py", path=str(ROOT / "bookbuild/notebooks/jupyter/author")
    ).load_config()
    for path in (page.source, page.target):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True)
        copy.write_bytes(path.read_bytes())
    os.utime(tmp_path / page.source_name, (0, 0))  # as after a checkout, or a press
    manager = TextFileContentsManager(config=config, root_dir=str(tmp_path))
    model = manager.get(str(page), type="notebook")
    assert str(page) in manager.paired_notebooks
    manager.save({"type": "notebook", "format": "json", "content": model["content"]}, str(page))
    manager.notary.store.close()
    assert (tmp_path / page.source_name).read_bytes() == page.source.read_bytes()
