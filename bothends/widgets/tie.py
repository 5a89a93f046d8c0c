"""Widget: a tied table's gradient comes by way of the lookup and by way of the head."""

import torch
from traitlets import Int, List

from bothends.show.tables import Table, table
from bothends.tying import Paths, gradient_paths
from bothends.widgets.base import BookWidget, vector


class Tie(BookWidget):
    """Choose the id that is read and the target; see both parts of the gradient and their sum.

    Nothing stands between the two ends: the row that is read is the hidden state.
    """

    module = "tie"
    table = List(List(), [[0, 0], [1, 0], [0, 2], [1, 1]]).tag(sync=True)  # (V, D)
    read = Int(1).tag(sync=True)
    target = Int(3).tag(sync=True)

    def words(self) -> str:
        """Say what the row that is read gets, and how many rows the head reaches."""
        paths = self.paths()
        looked, scored, both = (
            vector(part[self.read].tolist()) for part in (paths.input, paths.output, sum(paths))
        )
        reached = int(paths.output.ne(0).any(1).sum())
        return (
            f"Row {self.read} gets {looked} by the lookup and {scored} by the head, "
            f"{both} together. The head reaches {reached} of {len(self.table)} rows."
        )

    def still(self) -> Table:
        """Return both parts and their sum, row by row."""
        paths = self.paths()
        parts = {"in": paths.input, "out": paths.output, "sum": sum(paths)}
        columns = [f"{name} d{d}" for name, part in parts.items() for d in range(part.shape[1])]
        cells = torch.hstack(list(parts.values()))
        rows = [f"row {v}" for v in range(len(cells))]
        mark = [(self.read, c) for c in range(len(columns))]
        return table(cells, rows=rows, columns=columns, mark=mark)

    def paths(self) -> Paths:
        """Return the two parts of the gradient."""
        rows = torch.tensor(self.table, dtype=torch.float64)
        return gradient_paths(rows, torch.tensor([self.read]), torch.tensor([self.target]))
