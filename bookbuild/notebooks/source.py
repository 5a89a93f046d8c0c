"""What a notebook is pressed from: its source's cells, whole or as a stub to solve."""

import json
import re
from pathlib import Path

import jupytext
from nbformat import NotebookNode

from bookbuild.errors import BookError

STUB = "raise NotImplementedError"
SOLUTION, TESTS = "SOLUTION", "HIDDEN TESTS"
MARK = re.compile(rf"( *)### (BEGIN|END) ({SOLUTION}|{TESTS})")
LIKE_A_MARK = re.compile(r"###\s*(BEGIN|END)\b|\b(BEGIN|END)\s+(SOLUTION|HIDDEN)", re.IGNORECASE)


def read(source: Path) -> NotebookNode:
    """Return the notebook that the text in `source` describes, not executed.

    Raises:
        BookError: it describes none.

    """
    try:
        nb = jupytext.reads(source.read_text(encoding="utf-8-sig"), fmt="md:myst")
        json.dumps(nb)  # YAML knows dates
    except Exception as error:  # of many kinds: jupytext's, yaml's, nbformat's, Python's
        why = " ".join(str(error).split())
        raise BookError(f"{source.name} is no MyST notebook: {why}") from error
    if not nb.cells:
        raise BookError(f"{source.name} has no cells")
    for cell in nb.cells:
        for name in ("mystnb", "nbgrader"):
            if not isinstance(cell.metadata.get(name, {}), dict):
                raise BookError(f"{_place(source, cell)}: its metadata {name!r} are no mapping")
    return nb


def read_stub(source: Path) -> NotebookNode:
    """Return the same without the solutions and the hidden tests, as nbgrader would hand it out.

    Raises:
        BookError: nbgrader's marks are misspelled, without a partner, or in the wrong cell.

    """
    nb = read(source)
    for cell in nb.cells:
        try:
            cell.source = _to_solve(cell)
        except ValueError as why:
            raise BookError(f"{_place(source, cell)}: {why}") from why
    return nb


def _place(source: Path, cell: NotebookNode) -> str:
    first = cell.source.strip().partition("\n")[0]
    return f"{source.name}, cell {first!r}"


def _to_solve(cell: NotebookNode) -> str:
    """Return the text of `cell` with a stub for each solution, or for all of a solution's cell."""
    role = cell.metadata.get("nbgrader", {})
    if cell.cell_type != "code":
        if role or any(MARK.fullmatch(line) for line in cell.source.split("\n")):
            raise ValueError("only code cells are nbgrader's")
        return cell.source
    text, marks = _without_marked(cell.source)
    if SOLUTION in marks and not role.get("solution"):
        raise ValueError("it holds a solution, and its metadata say 'solution: false'")
    if TESTS in marks and not role.get("grade"):
        raise ValueError("it holds hidden tests, and its metadata say 'grade: false'")
    return STUB if role.get("solution") and SOLUTION not in marks else text


def _without_marked(text: str) -> tuple[str, set[str]]:
    """Return `text` without what nbgrader's marks enclose, and the kinds that they name."""
    lines, kinds, inside = [], set(), ""
    for line in text.split("\n"):
        if mark := MARK.fullmatch(line):
            indent, edge, kind = mark.groups()
            if inside != ("" if edge == "BEGIN" else kind):
                raise ValueError(f"'{line.strip()}' has no partner")
            inside = kind if edge == "BEGIN" else ""
            if inside == SOLUTION:
                lines.append(indent + STUB)
            kinds.add(kind)
        elif LIKE_A_MARK.search(line):
            raise ValueError(
                f"{line.strip()!r} is not one of nbgrader's marks: write "
                f"'### BEGIN {SOLUTION}' or '### BEGIN {TESTS}', and END for BEGIN"
            )
        elif not inside:
            lines.append(line)
    if inside:
        raise ValueError(f"'### BEGIN {inside}' has no partner")
    return "\n".join(lines), kinds
