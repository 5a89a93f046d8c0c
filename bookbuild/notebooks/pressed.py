"""A pressed notebook: read, brought into its one normal form, and written."""

import hashlib
import json
import os
from copy import deepcopy
from pathlib import Path

import nbformat
from nbformat import NotebookNode, ValidationError
from nbformat.validator import iter_validate

from bookbuild.notebooks import colab

# What nbformat raises on a file that is anything else.
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, RecursionError, ValidationError)


def code(nb: NotebookNode) -> list[str]:
    """Return what the code cells of `nb` hold."""
    return [cell.source for cell in _code_cells(nb)]


def with_outputs(page: NotebookNode, ran: NotebookNode) -> NotebookNode:
    """Return a copy of `page` whose code cells have the outputs of those of `ran`, in order."""
    nb = deepcopy(page)
    for count, (cell, other) in enumerate(zip(_code_cells(nb), _code_cells(ran), strict=True), 1):
        cell.execution_count = count
        cell.outputs = deepcopy(other.outputs)
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = count
    return nb


def normalize(nb: NotebookNode) -> None:
    """Keep what every machine agrees on, and tell the site each figure's alternative text."""
    nb.metadata = NotebookNode(
        kernelspec={
            "display_name": "Python 3 (ipykernel)",
            "language": "python",
            "name": "python3",
        },
        language_info={"name": "python"},
    )
    for index, cell in enumerate(nb.cells):
        cell.id = f"c{index:03d}"
        for output in cell.get("outputs", []):
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
            alt = output.get("metadata", {}).get("image/svg+xml", {}).get("alt")
            if alt:
                cell.metadata.setdefault("mystnb", {})["image"] = {"alt": alt}


def digest(nb: NotebookNode, *, outputs: bool) -> str:
    """Return a hash over the cells of `nb`: their sources alone, or with outputs and metadata."""
    keys = ("cell_type", "source") + ("outputs", "metadata") * outputs
    cells = [{key: cell[key] for key in keys if key in cell} for cell in nb.cells]
    return hashlib.sha256(json.dumps(cells, sort_keys=True).encode()).hexdigest()


def texts(nb: NotebookNode) -> list[tuple]:
    """Return what an author writes in each cell: its kind, its source and its tags."""
    written = [cell for cell in nb.cells if not colab.is_mine(cell)]
    return [(cell.cell_type, cell.source, cell.metadata.get("tags", [])) for cell in written]


def load(path: Path) -> NotebookNode:
    """Return the notebook in `path`, or one without cells when the file is no valid notebook."""
    try:
        nb = nbformat.reader.reads(path.read_text(encoding="utf-8"))
        if nb.nbformat == 4 and not next(iter_validate(nb), None):
            return nb
    except UNREADABLE:
        pass
    return nbformat.v4.new_notebook()


def written(nb: NotebookNode) -> bytes:
    """Return the file that holds `nb`."""
    return f"{nbformat.writes(nb)}\n".encode()


def save(nb: NotebookNode, path: Path) -> None:
    """Write `nb` to `path`."""
    write(written(nb), path)


def write(content: bytes, path: Path) -> None:
    """Write a file in one step, and leave nothing behind if that fails."""
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_bytes(content)
        os.replace(beside, path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def _code_cells(nb: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in nb.cells if cell.cell_type == "code"]
