"""What no cell of the book may hold."""

import ast
import re
from threading import Lock

from nbformat import NotebookNode

from bookbuild.notebooks import colab
from bookbuild.notebooks.execution import CellError

PARSING = Lock()  # ast.parse may fail when two threads are in it (CPython issue 106905)

# A tag that is spelled otherwise does nothing, and says nothing.
TAGS = {
    "full-width",
    "hide-cell",
    "hide-input",
    "hide-output",
    "nbval-ignore-output",
    "nbval-skip",
    "remove-cell",
    "remove-input",
    "remove-output",
    "scroll-output",
    "solutions",  # which a course's site leaves out
}


def check(nb: NotebookNode) -> None:
    """Raise a `CellError` for the first cell of `nb` that is not fit to publish."""
    for index, cell in enumerate(nb.cells):
        for complaint in _complaints(cell):
            raise CellError(index, complaint)


def _no_python(code: str):
    """Complain of a magic, which may hide that an assert failed, as of any other syntax error."""
    try:
        with PARSING:
            ast.parse(code)
    except (SyntaxError, ValueError) as error:  # ValueError: it holds the character 0
        line = (getattr(error, "text", None) or code).strip().partition("\n")[0]
        yield f"the line {line!r} is no Python, or a magic: {error}"


def _complaints(cell: NotebookNode):
    for tag in set(cell.metadata.get("tags", [])) - TAGS:
        yield f"the tag {tag!r} is not one of {', '.join(sorted(TAGS))}"
    if cell.cell_type != "code":
        return
    if not cell.source.strip():
        yield "the cell is empty"
    if not colab.is_mine(cell):
        yield from _no_python(cell.source)
    if cell.source.rstrip().endswith(";"):
        yield "the cell ends in ';', which hides nothing under nbval: write '_ =' before the value"
    for output in cell.outputs:
        if output.get("name") == "stderr":
            yield f"the cell writes to stderr: {output.text.splitlines()[0]}"
        if re.search(r" at 0x[0-9a-f]{4}", str(output)):
            yield "the cell shows an address in memory, which is another one in each run"
    pictures = [o for o in cell.outputs if any("image/" in kind for kind in o.get("data", {}))]
    if len(pictures) > 1:
        yield "the cell shows more than one figure: give each a cell of its own"
    for output in pictures:
        if "image/svg+xml" not in output.data or "image/png" in output.data:
            yield "the figure is no SVG, so nbval cannot compare it: draw it with bothends.show"
        if len(output.metadata.get("image/svg+xml", {}).get("alt", "").split()) < 4:
            yield "the figure has no alternative text: draw it with bothends.show and alt=..."
