"""What is run again: what may differ since it was pressed here, or since the last commit."""

import pytest

from bookbuild.notebooks import command
from bookbuild.notebooks.record import NAME
from tests.bookbuild.notebooks.small_book import (
    CHAPTER,
    CHAPTER_PAGE,
    MODULE,
    SOLUTION,
    STUB,
    change,
    git,
    read,
    write,
)

PAGES = (CHAPTER_PAGE, STUB, SOLUTION)
FRESH = "book: nothing to press, 3 notebooks are up to date\n"


@pytest.fixture
def clone(root, tmp_path, kernels):
    """A fresh clone of a book that was committed as it was pressed."""
    (root / ".gitignore").write_text("_build/\n")
    for arguments in (["init"], ["add", "-A"], ["commit", "-m", "The book"]):
        assert git(root, *arguments).returncode == 0
    assert git(tmp_path, "clone", str(root), "clone").returncode == 0
    return tmp_path / "clone"


def edit(root):
    with (root / MODULE).open("a") as module:
        module.write("\n")


def test_a_module_that_changed_runs_the_pages_that_import_it_and_changes_no_byte(root, kernels):
    before = [(root / page).read_bytes() for page in PAGES]
    edit(root)
    assert command.main([], root) == 0
    assert kernels.folders == ["notebooks"]
    assert [(root / page).read_bytes() for page in PAGES] == before
    assert command.main([], root) == 0
    assert kernels.folders == ["notebooks"]


def test_prose_that_changed_is_pressed_and_runs_nothing(root, kernels, capsys):
    write(root, "chapters/01_page.md", CHAPTER + "\nOne more sentence.\n")
    assert command.main([], root) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["book: 1 pressed, 2 were up to date"]
    page = read(root, CHAPTER_PAGE)
    assert page.cells[-1].source == "One more sentence."
    assert page.cells[1].outputs[0].text == "as it was\n"
    assert kernels.folders == []


def test_code_that_changed_runs(root, clone, kernels):
    for book in (root, clone):
        write(book, "chapters/01_page.md", CHAPTER.replace("getcwd", "getcwd  "))
        assert command.main([], book) == 0
    assert kernels.folders == ["notebooks", "notebooks"]


@pytest.mark.parametrize("page", PAGES)
def test_an_output_that_was_lost_or_written_by_hand_is_made_again(root, kernels, page):
    before = (root / page).read_bytes()
    for edit in (
        lambda cell: cell.outputs[0].update(text=""),
        lambda cell: cell.outputs[0].update(text="by hand\n"),
        lambda cell: cell.update(outputs=[], execution_count=9),
    ):
        change(root, page, 1, edit)
        assert command.main([], root) == 0
        assert (root / page).read_bytes() == before
    assert len(kernels.folders) == 3


def test_a_fresh_clone_runs_nothing(clone, kernels, capsys):
    assert command.main([], clone) == 0
    assert capsys.readouterr().out == FRESH
    assert kernels.folders == []
    assert git(clone, "status", "--porcelain").stdout == ""


def test_in_a_fresh_clone_a_module_that_was_changed_runs_its_pages(clone, kernels):
    edit(clone)
    assert command.main([], clone) == 0
    assert kernels.folders == ["notebooks"]
    git(clone, "commit", "-am", "An empty line")
    edit(clone)
    git(clone, "add", "-A")
    assert command.main([], clone) == 0
    assert kernels.folders == ["notebooks", "notebooks"]


def test_in_a_fresh_clone_a_module_that_is_gone_may_be_anybodys(clone, kernels):
    (clone / MODULE).unlink()
    assert command.main([], clone) == 0
    assert len(kernels.folders) == 3


def test_in_a_fresh_clone_a_pressed_file_that_was_changed_is_made_again(clone, kernels):
    before = (clone / STUB).read_bytes()
    change(clone, STUB, 1, lambda cell: cell.update(outputs=[]))
    assert command.main([], clone) == 0
    assert (clone / STUB).read_bytes() == before
    assert kernels.folders == ["exercises"]


def test_in_a_fresh_clone_an_output_that_was_committed_by_hand_is_made_again(clone, kernels):
    before = (clone / SOLUTION).read_bytes()
    change(clone, SOLUTION, 1, lambda cell: cell.outputs[0].update(text="by hand\n"))
    git(clone, "commit", "-am", "A better number")
    assert command.main([], clone) == 0
    assert (clone / SOLUTION).read_bytes() == before
    assert kernels.folders == ["solutions"]


def test_in_a_fresh_clone_a_pressed_file_that_git_does_not_keep_is_made_again(clone, kernels):
    git(clone, "rm", "--cached", STUB)
    git(clone, "commit", "-m", "Forget it")
    assert command.main([], clone) == 0
    assert kernels.folders == ["exercises"]


def test_after_a_pull_of_pages_pressed_elsewhere_nothing_runs(clone, root, kernels):
    assert command.main([], clone) == 0
    edit(root)
    write(root, "chapters/01_page.md", CHAPTER.replace("getcwd", "getcwd  "))
    assert command.main([], root) == 0
    git(root, "commit", "-am", "Wider")
    assert git(clone, "pull").returncode == 0
    kernels.folders.clear()
    assert command.main([], clone) == 0
    assert kernels.folders == []


def test_without_git_what_is_in_its_form_stands(clone, kernels, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    edit(clone)
    assert command.main([], clone) == 0
    assert kernels.folders == []


@pytest.mark.parametrize("bytes_", [b"", b"[]", b"{", b"\xff", b'{"notebooks/01_page.ipynb": 3}'])
def test_a_damaged_record_is_none(clone, kernels, bytes_):
    (clone / NAME).parent.mkdir()
    (clone / NAME).write_bytes(bytes_)
    assert command.main([], clone) == 0
    assert kernels.folders == []
    edit(clone)
    assert command.main([], clone) == 0
    assert kernels.folders == ["notebooks"]
