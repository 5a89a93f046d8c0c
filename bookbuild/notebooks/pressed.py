"""A pressed notebook: executed, in one normal form, with the marks that tell its history."""

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


class CellError(Exception):
    """A cell that cannot be published: its index and what is wrong with it."""

    def __init__(self, index: int, reason: str):
        super().__init__(reason)
        self.index = index


async def execute(nb: NotebookNode, folder: Path) -> None:
    """Run each cell of `nb` in a fresh kernel that works in `folder`.

    Raises:
        CellError: a cell raised, ran too long or killed its kernel.
        RuntimeError: no kernel starts.

    """
    try:
        await _execute(nb, folder)
    except RuntimeError:  # the port that the kernel was given may be taken before it starts
        await _execute(nb, folder)


async def _execute(nb: NotebookNode, folder: Path) -> None:
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    client = NotebookClient(
        nb,
        timeout=300,
        kernel_name="python3",
        extra_arguments=["--log-level=ERROR"],  # it warns of loopback TCP
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
        coalesce_streams=True,
    )
    async with client.async_setup_kernel(env=os.environ | {"BOTHENDS_PROGRESS": "off"}):
        for index, cell in enumerate(nb.cells):
            try:
                await client.async_execute_cell(cell, index)
            except CellExecutionError as error:
                raise CellError(index, f"{error.ename}: {error.evalue}") from error
            except (CellTimeoutError, DeadKernelError) as error:
                raise CellError(index, str(error).splitlines()[0]) from error


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
    """Write `nb` to `path` in one step, so that no half-written file is ever seen."""
    beside = path.with_name(f".{path.name}.part")
    beside.write_bytes(written(nb))
    os.replace(beside, path)


def _code_cells(nb: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in nb.cells if cell.cell_type == "code"]
