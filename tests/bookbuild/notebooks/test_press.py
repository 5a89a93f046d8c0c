"""The press, with real kernels, on a small book."""

import os
import shutil
import subprocess
import sys

import pytest
from nbclient import NotebookClient

from bookbuild.notebooks import command as build
from bookbuild.paths import ROOT
from tests.bookbuild.notebooks.small_book import (
    CHAPTER,
    CHAPTER_PAGE,
    SOLUTION,
    STUB,
    change,
    make,
    read,
    solve,
    write,
)


@pytest.fixture(scope="module")
def pressed_once(tmp_path_factory):
    """A book with one chapter and one exercise, both pressed."""
    root = make(tmp_path_factory.mktemp("book"))
    assert build.main([], root) == 0
    return root


def test_a_page_holds_nothing_of_the_moment(root):
    page = read(root, CHAPTER_PAGE)
    assert [cell.id for cell in page.cells] == ["c000", "c001", "c002"]
    assert [cell.execution_count for cell in page.cells[1:]] == [1, 2]
    assert page.cells[1].outputs[0].text == "notebooks bothends.exercises.engine.format\n"
    assert page.cells[1].metadata == {}
    assert page.cells[2].metadata == {
        "tags": ["hide-input"],
        "mystnb": {"image": {"alt": "Nothing is drawn here."}},
    }
    assert set(page.metadata) == {"bothends", "kernelspec", "language_info"}
    assert page.metadata.bothends.source == "book/chapters/01_page.md"


def test_pressing_again_changes_no_byte(root, capsys):
    names = (CHAPTER_PAGE, STUB, SOLUTION)
    before = [(root / name).read_bytes() for name in names]
    assert build.main([], root) == 0
    assert capsys.readouterr().out == "book: nothing to press, 3 notebooks are up to date\n"
    assert build.main(["--all"], root) == 0
    assert [(root / name).read_bytes() for name in names] == before
    out = capsys.readouterr().out.splitlines()
    assert sorted(line.rpartition(" (")[0] for line in out[:3]) == [
        f"pressed {name}" for name in sorted(names)
    ]
    assert out[3:] == ["book: 3 pressed, 0 were up to date"]


def test_a_broken_cell_keeps_the_old_page_and_the_others_go_on(root, capsys):
    write(root, "chapters/01_page.md", CHAPTER + "\n```{code-cell} ipython3\nx = 1 / 0\n```\n")
    write(root, "chapters/02_page.md", CHAPTER)
    before = (root / CHAPTER_PAGE).read_bytes()
    assert build.main([], root) == 1
    out, err = capsys.readouterr()
    assert err.splitlines() == [
        "not pressed: book/chapters/01_page.md, cell 'x = 1 / 0': "
        "ZeroDivisionError: division by zero",
        "book: 1 pressed, 1 not: see above",
    ]
    assert "pressed notebooks/02_page.ipynb" in out
    assert (root / CHAPTER_PAGE).read_bytes() == before
    assert sorted(path.name for path in (root / "notebooks").iterdir()) == [
        "01_page.ipynb",
        "02_page.ipynb",
    ]


@pytest.mark.usefixtures("kernels")
def test_only_the_sources_that_were_named(root):
    write(root, "chapters/01_page.md", CHAPTER + "\nMore.\n")
    write(root, "chapters/02_page.md", CHAPTER + "\nNever run.\n")
    assert build.main(["01_page"], root) == 0
    assert not (root / "notebooks/02_page.ipynb").exists()


def test_an_edit_by_hand_is_not_lost(root, capsys):
    change(root, CHAPTER_PAGE, 0, lambda cell: cell.update(source="# My page"))
    before = (root / CHAPTER_PAGE).read_bytes()
    assert build.main(["--all", "01_page"], root) == 1
    assert (root / CHAPTER_PAGE).read_bytes() == before
    assert capsys.readouterr().err.splitlines()[0] == (
        f"not pressed: {CHAPTER_PAGE} was edited by hand and stays as it is: "
        "move the change to book/chapters/01_page.md, or delete the file"
    )


def test_a_file_that_is_no_notebook_is_not_lost(root, capsys):
    (root / CHAPTER_PAGE).write_text("<<<<<<< HEAD\n")
    assert build.main([], root) == 1
    assert (root / CHAPTER_PAGE).read_text() == "<<<<<<< HEAD\n"
    assert f"{CHAPTER_PAGE} was edited by hand" in capsys.readouterr().err


@pytest.mark.usefixtures("kernels")
def test_an_edit_that_reached_the_source_is_pressed(root):
    change(root, CHAPTER_PAGE, 0, lambda cell: cell.update(source="# My page"))
    text = root / "book/chapters/01_page.md"
    text.write_text(text.read_text().replace("# A page", "# My page"))
    assert build.main([], root) == 0
    assert read(root, CHAPTER_PAGE).cells[0].id == "c000"


@pytest.mark.parametrize(
    "settings, workers, cells",
    [({}, ("-n", "1", "--dist", "loadfile"), 2), ({"CI": "true"}, (), 4)],
)
def test_nbval_leaves_a_learners_work_alone_except_in_ci(root, settings, workers, cells):
    shutil.copy(ROOT / "conftest.py", root)
    (root / "pytest.ini").write_text("[pytest]\n")
    solve(root)
    command = [sys.executable, "-m", "pytest", "--nbval", *workers, "exercises", "solutions"]
    settings = os.environ | {"PYTHONPATH": str(ROOT)} | settings
    done = subprocess.run(command, cwd=root, env=settings, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert f"{cells} passed" in done.stdout
    assert (f"{STUB} holds your work and is not checked" in done.stdout) is (cells == 2)


def test_a_kernel_that_does_not_start_is_started_once_more(root, monkeypatch):
    start, asked = NotebookClient.async_start_new_kernel_client, []

    async def start_late(client):
        asked.append(client)
        if len(asked) == 1:
            await client.km.shutdown_kernel(now=True)
            raise RuntimeError("Kernel didn't respond in 60 seconds")
        return await start(client)

    monkeypatch.setattr(NotebookClient, "async_start_new_kernel_client", start_late)
    before = (root / CHAPTER_PAGE).read_bytes()
    (root / CHAPTER_PAGE).unlink()
    assert build.main([], root) == 0
    assert len(asked) == 2 and (root / CHAPTER_PAGE).read_bytes() == before
