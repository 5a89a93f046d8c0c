"""The code cells of a notebook file, whoever wrote it."""

import json
from dataclasses import dataclass
from pathlib import Path


class NotANotebookError(ValueError):
    """A file that holds no notebook; says why."""


@dataclass(frozen=True)
class Cell:
    """A code cell: its number in the notebook, from 1; `points` if it is one that marks."""

    number: int
    source: str
    grade_id: str
    points: int | None


def code_cells(path: Path) -> list[Cell]:
    """Return the code cells in their order.

    Raises:
        NotANotebookError: the file cannot be read, or is no notebook of format 4.

    """
    try:
        cells = json.loads(path.read_bytes())["cells"]
        numbered = enumerate(cells, 1)
        return [_cell(at, cell) for at, cell in numbered if cell["cell_type"] == "code"]
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise NotANotebookError(
            f"no notebook of format 4 ({reason}): ask for the file as Jupyter saved it"
        ) from error


def _cell(number: int, cell: dict) -> Cell:
    marks = cell["metadata"].get("nbgrader", {})
    return Cell(number, "".join(cell["source"]), marks.get("grade_id", ""), marks.get("points"))
