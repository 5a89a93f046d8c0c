"""The cell that installs the package on Colab: there with an address, and quiet elsewhere."""

import shutil
import subprocess
import sys
from types import ModuleType

import jupytext
import nbformat
import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from bookbuild.notebooks import command as build
from bookbuild.paths import ROOT
from tests.bookbuild.notebooks.small_book import (
    CHAPTER_PAGE,
    SOLUTION,
    STUB,
    configure,
    make,
)

URL = "https://github.com/someone/somewhere"
PAGES = (CHAPTER_PAGE, STUB, SOLUTION)
COMMAND = 'install --quiet "bothends @ git+https://github.com/someone/somewhere@main"'


def code_cells(path):
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


@pytest.fixture(scope="module")
def pressed_once(tmp_path_factory):
    """A book of one chapter and its exercises, pressed with an address."""
    root = make(tmp_path_factory.mktemp("book"), URL)
    assert build.main([], root) == 0
    return root


@pytest.fixture
def shell():
    """A fresh IPython, and the arguments with which its `%pip` is called."""
    config = Config(HistoryManager={"enabled": False})
    shell = InteractiveShell(config=config)
    shell.asked = []
    shell.register_magic_function(shell.asked.append, magic_name="pip")
    return shell


@pytest.mark.parametrize("page", PAGES)
def test_it_is_the_first_code_cell_of_each_notebook_and_shows_nothing(root, page):
    first, second, *_ = code_cells(root / page)
    assert COMMAND in first.source and COMMAND not in second.source
    assert first.outputs == [] and first.execution_count == 1
    assert first.metadata.tags == ["remove-cell"]  # by the site


def test_ruff_passes_on_it(root):
    shutil.copy(ROOT / "pyproject.toml", root)
    ours = 'lint.isort.known-first-party=["bothends"]'  # which is not in this folder
    for check in (["check"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *check, "--no-cache", "--config", ours, *PAGES]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


def test_on_colab_it_installs_the_package_from_the_repository(root, shell, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "google.colab", ModuleType("google.colab"))
    assert shell.run_cell(code_cells(root / PAGES[0])[0].source).success
    assert shell.asked == [COMMAND]
    assert capsys.readouterr().out == ""


def test_elsewhere_it_does_nothing(root, shell, capsys):
    assert shell.run_cell(code_cells(root / PAGES[0])[0].source).success
    assert shell.asked == []
    assert capsys.readouterr() == ("", "")


def test_a_page_that_has_it_is_up_to_date(root, capsys):
    assert build.main([], root) == 0
    assert capsys.readouterr().out == "book: nothing to press, 3 notebooks are up to date\n"


@pytest.mark.usefixtures("kernels")
def test_without_an_address_the_next_press_takes_it_out_and_nothing_else(root):
    before = [[cell.source for cell in code_cells(root / page)] for page in PAGES]
    configure(root, "")
    assert build.main([], root) == 0
    after = [[cell.source for cell in code_cells(root / page)] for page in PAGES]
    assert after == [sources[1:] for sources in before]


@pytest.mark.usefixtures("kernels")
def test_an_author_who_saves_without_it_is_told_nothing_and_gets_it_back(root):
    before = [cell.source for cell in code_cells(root / CHAPTER_PAGE)]
    saved = nbformat.read(root / CHAPTER_PAGE, as_version=4)
    saved.cells = [cell for cell in saved.cells if COMMAND not in cell.source]
    source = jupytext.read(root / "book/chapters/01_page.md")
    assert [cell.source for cell in saved.cells] == [cell.source for cell in source.cells]
    nbformat.write(saved, root / CHAPTER_PAGE)
    assert build.main([], root) == 0
    assert [cell.source for cell in code_cells(root / CHAPTER_PAGE)] == before
