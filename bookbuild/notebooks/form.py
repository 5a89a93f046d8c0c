"""The form of a chapter, measured: how long it is, and how much of it shows something."""

from dataclasses import dataclass
from statistics import median

from nbformat import NotebookNode

from bookbuild.notebooks import colab

# Chapters of the first edition that are not written again yet.
FIRST_EDITION = {
    "14_input_layer",
    "15_why_position",
    "16_rotation",
    "17_relative_position",
    "18_positions_in_a_cache",
    "19_long_contexts",
    "20_both_ends",
    "21_clinic",
}


@dataclass(frozen=True)
class Form:
    """What can be counted in a chapter."""

    cells: int
    words: int
    shown: float  # the share of code cells with an output in view
    lines: float  # of the median code cell
    longest: int
    pictures: int  # widgets too
    first_picture: float  # how far down, as a share of the cells

    def complaints(self) -> list[str]:
        """Return what is not as a chapter should be, each with the remedy."""
        asked = max(4, round(self.words / 500))
        found = {
            f"it has {self.cells} cells: 25 to 40 make a chapter": not 25 <= self.cells <= 40,
            f"it has {self.words} words: cut to 2,800": self.words > 2800,
            f"{self.shown:.0%} of its code cells show something: 60% should": self.shown < 0.6,
            f"its median code cell has {self.lines:g} lines: 6 are enough": self.lines > 6,
            f"its longest code cell has {self.longest} lines: cut to 12": self.longest > 12,
            f"it has {self.pictures} pictures: add up to {asked}": self.pictures < asked,
            "no picture stands in its first third: bring one forward": self.first_picture > 1 / 3,
        }
        return [complaint for complaint, is_so in found.items() if is_so]


def measure(nb: NotebookNode) -> Form:
    """Measure an executed chapter."""
    cells = [cell for cell in nb.cells if not colab.is_mine(cell)]
    code = [cell for cell in cells if cell.cell_type == "code"]
    lines = [len(cell.source.splitlines()) for cell in code]
    pictures = [index for index, cell in enumerate(cells) if _is_picture(cell)]
    return Form(
        cells=len(cells),
        words=sum(len(cell.source.split()) for cell in cells if cell.cell_type == "markdown"),
        shown=sum(map(_shows, code)) / max(len(code), 1),
        lines=median(lines or [0]),
        longest=max(lines, default=0),
        pictures=len(pictures),
        first_picture=pictures[0] / len(cells) if pictures else 1,
    )


def _shows(cell: NotebookNode) -> bool:
    hidden = {"remove-output", "hide-output", "remove-cell", "hide-cell"}
    return bool(cell.outputs) and not hidden & set(cell.metadata.get("tags", []))


def _is_picture(cell: NotebookNode) -> bool:
    outputs = cell.get("outputs", [])
    return any(
        "image/svg+xml" in output.get("data", {})
        or "<book-widget" in "".join(output.get("data", {}).get("text/html", ""))
        for output in outputs
    )
