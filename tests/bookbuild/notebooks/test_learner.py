"""A learner's work in an exercise is never lost, and never published."""

import shutil
from types import SimpleNamespace

import nbformat
import pytest

from bookbuild.notebooks import command as build
from bookbuild.site.exercise_pages import fresh_stubs, readable, setup
from tests.bookbuild.notebooks.small_book import (
    EXERCISE,
    NEW_STUB,
    STUB,
    change,
    git,
    read,
    solve,
    write,
)

pytestmark = pytest.mark.usefixtures("kernels")


def test_a_learners_solution_is_kept_and_the_new_stub_stands_beside_it(root, capsys):
    solve(root)
    mine = (root / STUB).read_bytes()
    assert build.main(["--all"], root) == 0
    assert not (root / NEW_STUB).exists()

    write(root, "exercises/01_task.md", EXERCISE + "\nOne more hint.\n")
    capsys.readouterr()
    assert build.main([], root) == 0
    assert f"kept {STUB}, which holds your work: the new one is {NEW_STUB}" in (
        capsys.readouterr().out
    )
    assert (root / STUB).read_bytes() == mine
    assert read(root, NEW_STUB).cells[-1].source == "One more hint."
    assert build.main([], root) == 0
    assert capsys.readouterr().out == "book: nothing to press, 3 notebooks are up to date\n"


def test_cells_that_a_learner_only_ran_are_no_work_to_keep(root):
    change(root, STUB, 1, lambda cell: cell.update(execution_count=7))
    write(root, "exercises/01_task.md", EXERCISE + "\nOne more hint.\n")
    assert build.main([], root) == 0
    assert read(root, STUB).cells[-1].source == "One more hint."
    assert not (root / NEW_STUB).exists()


def test_a_new_stub_with_work_in_it_is_kept_too(root, capsys):
    solve(root)
    shutil.copy(root / STUB, root / NEW_STUB)
    write(root, "exercises/01_task.md", EXERCISE + "\nOne more hint.\n")
    before = (root / NEW_STUB).read_bytes()
    assert build.main([], root) == 1
    assert (root / NEW_STUB).read_bytes() == before
    assert f"{STUB} and {NEW_STUB} both hold work" in capsys.readouterr().err


def test_the_site_publishes_the_stub_and_not_the_solution(root):
    assert fresh_stubs(root) == {}
    stub = read(root, STUB)
    solve(root)
    published = fresh_stubs(root)
    assert list(published) == [STUB.removesuffix(".ipynb")]
    assert [cell.source for cell in nbformat.reads(*published.values(), 4).cells] == [
        cell.source for cell in stub.cells
    ]


@pytest.mark.parametrize(
    ("tags", "events"), [(set(), ["source-read", "build-finished"]), ({"edition"}, ["source-read"])]
)
def test_an_edition_has_no_notebooks_to_download(root, tags, events):
    solve(root)
    asked = []
    setup(SimpleNamespace(srcdir=root, tags=tags, connect=lambda event, _: asked.append(event)))
    assert asked == events


def test_a_published_solution_has_no_marks_and_its_own_heading(root):
    text = (root / "solutions/01_task.ipynb").read_text(encoding="utf-8")
    text = text.replace("# A page", "# A page: exercises")
    assert "### BEGIN SOLUTION" in text
    shown = nbformat.reads(readable(text, "01_task"), 4).cells
    assert shown[0].source.startswith("# A page: solutions\n\nOne answer to each")
    assert "](../exercises/01_task.ipynb)" in shown[0].source
    assert not any("###" in cell.source for cell in shown)
    assert "return 2 * x" in shown[1].source


def test_a_solution_in_the_repository_fails_in_ci(root, capsys, monkeypatch):
    monkeypatch.setenv("CI", "true")
    solve(root)
    assert build.main([], root) == 1
    assert f"{STUB} holds a solution" in capsys.readouterr().err


def test_git_pull_and_the_press_on_a_half_solved_exercise(root, tmp_path):
    shutil.copy(build.ROOT / ".gitattributes", root)
    for arguments in (["init"], ["add", "-A"], ["commit", "-m", "The book"]):
        assert git(root, *arguments).returncode == 0
    mine = tmp_path / "mine"
    git(tmp_path, "clone", str(root), str(mine))
    solve(mine)
    work = (mine / STUB).read_bytes()

    write(root, "exercises/01_task.md", EXERCISE.replace("twice x", "x + x"))
    assert build.main([], root) == 0
    git(root, "commit", "-am", "Say it in a formula")

    assert git(mine, "pull", "--no-rebase").returncode != 0
    assert (mine / STUB).read_bytes() == work
    git(mine, "commit", "-am", "My solution")
    git(mine, "pull", "--no-rebase")
    assert (mine / STUB).read_bytes() == work
    assert build.main([], mine) == 0
    assert (mine / STUB).read_bytes() == work
    assert "x + x" in read(mine, NEW_STUB).cells[1].source
