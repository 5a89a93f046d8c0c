"""Exercises are published as they are handed out, and solutions without nbgrader's marks."""

import json
import re
from pathlib import Path

import nbformat
from docutils import nodes
from sphinx.errors import ExtensionError

from bookbuild.errors import BookError
from bookbuild.notebooks.pressed import normalize
from bookbuild.notebooks.work import learners_work

OPENING = """\
# {}: solutions

One answer to each of the [exercises](../exercises/{}.ipynb). Others are right too: `check` \
compares what a function returns, and not how it is written."""
MARK = re.compile(r"^ *### (BEGIN|END) (SOLUTION|HIDDEN TESTS)(\n|$)", re.MULTILINE)


def fresh_stubs(root: Path) -> dict[str, str]:
    """Return, for each page whose file holds somebody's work, the notebook to publish instead.

    It is not run: what a stub prints is only that nothing was attempted.
    """
    stubs = {}
    for page in learners_work(root):
        stub = page.unexecuted
        normalize(stub)
        stubs[str(page).removesuffix(".ipynb")] = nbformat.writes(stub)
    return stubs


def readable(solutions: str, name: str) -> str:
    """Return the notebook of solutions called `name` without marks, and with its own opening."""
    notebook = nbformat.reads(solutions, as_version=4)
    title = notebook.cells[0].source.splitlines()[0].removeprefix("# ")
    notebook.cells[0].source = OPENING.format(title.removesuffix(": exercises"), name)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.source = unmarked(cell.source)
    return nbformat.writes(notebook)


def solutions(root: Path, page: str) -> dict[str, str]:
    """Return the solution of each exercise on a page of them, by its grade id."""
    notebook = nbformat.read(root / f"{page.replace('exercises/', 'solutions/', 1)}.ipynb", 4)
    graded = [cell for cell in notebook.cells if "nbgrader" in cell.metadata]
    return {cell.metadata.nbgrader.grade_id: unmarked(cell.source) for cell in graded}


def refuse_broken(file: Path, text: str) -> None:
    """Raise an `ExtensionError` for a notebook that is none: Sphinx would not say which it is."""
    try:
        if file.suffix == ".ipynb":
            json.loads(text)
    except ValueError as error:
        raise ExtensionError(f"{file} is no notebook: {error}") from error


def grade(cell: nodes.Node | None) -> dict:
    """Return what nbgrader knows of a notebook's cell; nothing of other nodes."""
    return cell.get("cell_metadata", {}).get("nbgrader", {}) if cell else {}


def answers(doctree: nodes.document) -> list[nodes.container]:
    """Return the cells of a page that are to be filled in."""
    return [cell for cell in doctree.findall(nodes.container) if grade(cell).get("solution")]


def unmarked(code: str) -> str:
    """Return the code of a solution without nbgrader's marks."""
    return MARK.sub("", code).rstrip("\n")


def setup(app) -> None:
    """Change what the pages show; the download of an exercise is the fresh stub, too."""
    try:
        stubs = fresh_stubs(Path(app.srcdir))
    except BookError as why:
        raise ExtensionError(str(why)) from why

    def show(app, docname: str, text: list[str]) -> None:
        refuse_broken(Path(app.env.doc2path(docname)), text[0])
        text[0] = stubs.get(docname, text[0])
        if docname.startswith("solutions/"):
            text[0] = readable(text[0], docname.removeprefix("solutions/"))

    def offer(app, error: Exception | None) -> None:
        for docname, text in stubs.items() if error is None else ():
            (Path(app.outdir) / "_sources" / f"{docname}.ipynb").write_text(text, encoding="utf-8")

    app.connect("source-read", show)
    if "edition" not in app.tags:
        app.connect("build-finished", offer)
