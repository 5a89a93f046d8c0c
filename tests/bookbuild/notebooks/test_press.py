"""The press, on small sources of its own."""

import shutil
import subprocess
from types import SimpleNamespace

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook, new_output

from bookbuild.notebooks import command as build
from bookbuild.notebooks import lint, source
from bookbuild.notebooks.pressed import CellError
from bookbuild.site.exercise_pages import fresh_stubs, readable, setup
from tests.bookbuild.notebooks.small_book import configure

HEADER = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3 (ipykernel)
  language: python
  name: python3
---

# A page
"""
CHAPTER = """
```{code-cell} ipython3
import os

print(os.path.basename(os.getcwd()))
```

```{code-cell} ipython3
:tags: [hide-input]

class Picture:
    def __repr__(self):
        return "nothing"

    def _repr_mimebundle_(self, **_):
        return {"image/svg+xml": "<svg/>"}, {"image/svg+xml": {"alt": "Nothing is drawn."}}


Picture()
```
"""
EXERCISE = '''
```{code-cell} ipython3
---
nbgrader:
  grade: false
  grade_id: double
  locked: false
  schema_version: 3
  solution: true
---
def double(x):
    """Return twice x."""
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION
```

```{code-cell} ipython3
---
nbgrader:
  grade: true
  grade_id: check-double
  locked: true
  points: 2
  schema_version: 3
  solution: false
---
try:
    result = double(2) == 4
except NotImplementedError:
    result = None
### BEGIN HIDDEN TESTS
assert result
### END HIDDEN TESTS
```
'''
CHAPTER_PAGE, STUB = "notebooks/01_page.ipynb", "exercises/01_task.ipynb"
NEW_STUB, SOLUTION = "exercises/01_task.new.ipynb", "solutions/01_task.ipynb"


def write(root, name, text):
    path = root / "book" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEADER + text, encoding="utf-8")


def read(root, name):
    return nbformat.read(root / name, as_version=4)


def change(root, name, index, edit):
    """Change one cell of a notebook, as JupyterLab does when it saves."""
    notebook = read(root, name)
    edit(notebook.cells[index])
    nbformat.write(notebook, root / name)


def solve(root):
    change(root, STUB, 1, lambda cell: cell.update(source="def double(x):\n    return x + x"))


@pytest.fixture(scope="module")
def pressed_once(tmp_path_factory):
    """A book with one chapter and one exercise, both pressed."""
    root = tmp_path_factory.mktemp("book")
    configure(root)
    write(root, "chapters/01_page.md", CHAPTER)
    write(root, "exercises/01_task.md", EXERCISE)
    assert build.main([], root) == 0
    return root


@pytest.fixture
def without_kernel(monkeypatch):
    """Press without running anything, where only the fate of the files is in question."""

    async def execute(notebook, folder):
        for count, cell in enumerate(notebook.cells[1:], start=1):
            if cell.cell_type == "code":
                cell.execution_count = count

    monkeypatch.setattr("bookbuild.notebooks.page.execute", execute)


def test_a_page_holds_nothing_of_the_moment(root):
    page = read(root, CHAPTER_PAGE)
    assert [cell.id for cell in page.cells] == ["c000", "c001", "c002"]
    assert [cell.execution_count for cell in page.cells[1:]] == [1, 2]
    assert page.cells[1].outputs[0].text == "notebooks\n"
    assert page.cells[1].metadata == {}
    assert page.cells[2].metadata == {
        "tags": ["hide-input"],
        "mystnb": {"image": {"alt": "Nothing is drawn."}},
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


@pytest.mark.usefixtures("without_kernel")
def test_only_the_sources_that_were_named(root, capsys):
    write(root, "chapters/01_page.md", CHAPTER + "\nMore.\n")
    write(root, "chapters/02_page.md", CHAPTER + "\nNever run.\n")
    assert build.main(["01_page"], root) == 0
    assert not (root / "notebooks/02_page.ipynb").exists()
    with pytest.raises(SystemExit):
        build.main(["03_page"], root)
    assert "no such source in book/: 03_page" in capsys.readouterr().err


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


@pytest.mark.usefixtures("without_kernel")
def test_an_edit_that_reached_the_source_is_pressed(root):
    change(root, CHAPTER_PAGE, 0, lambda cell: cell.update(source="# My page"))
    text = root / "book/chapters/01_page.md"
    text.write_text(text.read_text().replace("# A page", "# My page"))
    assert build.main([], root) == 0
    assert read(root, CHAPTER_PAGE).cells[0].id == "c000"


def test_a_page_whose_cells_were_only_run_again_is_pressed(root):
    before = (root / CHAPTER_PAGE).read_bytes()
    change(root, CHAPTER_PAGE, 1, lambda cell: cell.update(outputs=[], execution_count=9))
    assert build.main([], root) == 0
    assert (root / CHAPTER_PAGE).read_bytes() == before


def test_a_stub_is_what_nbgrader_would_give(root):
    stub, solution = read(root, STUB), read(root, SOLUTION)
    assert stub.cells[1].source == (
        'def double(x):\n    """Return twice x."""\n    raise NotImplementedError'
    )
    assert stub.cells[2].source.endswith("result = None")
    assert "### BEGIN SOLUTION\n    return 2 * x" in solution.cells[1].source
    assert "### BEGIN HIDDEN TESTS\nassert result" in solution.cells[2].source
    for notebook in (stub, solution):
        assert notebook.cells[1].metadata.nbgrader.grade_id == "double"
        assert notebook.cells[2].metadata.nbgrader.points == 2
        assert [cell.execution_count for cell in notebook.cells[1:]] == [1, 2]


@pytest.mark.usefixtures("without_kernel")
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


@pytest.mark.usefixtures("without_kernel")
def test_cells_that_a_learner_only_ran_are_no_work_to_keep(root):
    change(root, STUB, 1, lambda cell: cell.update(execution_count=7))
    write(root, "exercises/01_task.md", EXERCISE + "\nOne more hint.\n")
    assert build.main([], root) == 0
    assert read(root, STUB).cells[-1].source == "One more hint."
    assert not (root / NEW_STUB).exists()


@pytest.mark.usefixtures("without_kernel")
def test_a_new_stub_with_work_in_it_is_kept_too(root, capsys):
    solve(root)
    shutil.copy(root / STUB, root / NEW_STUB)
    write(root, "exercises/01_task.md", EXERCISE + "\nOne more hint.\n")
    before = (root / NEW_STUB).read_bytes()
    assert build.main([], root) == 1
    assert (root / NEW_STUB).read_bytes() == before
    assert f"{STUB} and {NEW_STUB} both hold work" in capsys.readouterr().err


@pytest.mark.usefixtures("without_kernel")
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
@pytest.mark.usefixtures("without_kernel")
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


@pytest.mark.usefixtures("without_kernel")
def test_git_pull_and_the_press_on_a_half_solved_exercise(root, tmp_path):
    def git(where, *arguments):
        identity = ("-c", "user.name=Reader", "-c", "user.email=reader@example.org")
        command = ("git", "-C", str(where), *identity, *arguments)
        return subprocess.run(command, capture_output=True, text=True)

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


def test_inputs_are_the_modules_that_a_page_imports(tmp_path):
    for name, text in {
        "__init__.py": "",
        "lookup.py": "import math",
        "scatter.py": "from bothends.lookup import lookup",
        "device.py": "",
        "show/__init__.py": "",
        "show/style.css": "",
    }.items():
        path = tmp_path / "bothends" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def files(code):
        found = source.package_files(code, tmp_path)
        return sorted(path.relative_to(tmp_path / "bothends").as_posix() for path in found)

    assert files("import torch") == []
    assert files("from bothends.lookup import lookup") == ["__init__.py", "lookup.py"]
    assert files("%time\nimport bothends.scatter as s") == [
        "__init__.py",
        "lookup.py",
        "scatter.py",
    ]
    assert files("from bothends import show") == [
        "__init__.py",
        "show/__init__.py",
        "show/style.css",
    ]


def test_a_change_of_an_imported_module_is_a_reason_to_press(tmp_path):
    configure(tmp_path)
    write(tmp_path, "chapters/01_page.md", "```{code-cell}\nimport bothends.lookup\n```\n")
    package = tmp_path / "bothends"
    package.mkdir()
    (package / "lookup.py").write_text("rows = 4")
    text = tmp_path / "book/chapters/01_page.md"
    before = source.inputs(text, tmp_path)
    (package / "device.py").write_text("")
    assert source.inputs(text, tmp_path) == before
    (package / "lookup.py").write_text("rows = 5")
    assert source.inputs(text, tmp_path) != before


def shown(data, **metadata):
    return new_output("display_data", data=data, metadata=metadata)


SVG = {"image/svg+xml": "<svg/>"}
ALT = {"image/svg+xml": {"alt": "Nothing is drawn."}}


@pytest.mark.parametrize(
    "cell, complaint",
    [
        (new_code_cell("x;"), "ends in ';'"),
        (new_code_cell(""), "is empty"),
        (new_code_cell("x", metadata={"tags": ["hide_input"]}), "the tag 'hide_input'"),
        (new_code_cell("x", outputs=[new_output("stream", name="stderr", text="odd\n")]), "odd"),
        (new_code_cell("x", outputs=[shown({"text/plain": "<A at 0x7f00>"})]), "an address"),
        (new_code_cell("x", outputs=[shown({"image/png": "AAAA"})]), "no SVG"),
        (new_code_cell("x", outputs=[shown(SVG)]), "no alternative text"),
        (new_code_cell("x", outputs=[shown(SVG, **ALT)] * 2), "more than one figure"),
    ],
)
def test_lint_names_the_cell_and_what_is_wrong(cell, complaint):
    good = new_code_cell("y", outputs=[shown(SVG, **ALT)])
    with pytest.raises(CellError, match=complaint) as error:
        lint.check(new_notebook(cells=[good, cell]))
    assert error.value.index == 1


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
