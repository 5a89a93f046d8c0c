"""Widget: ids pick rows of a table, and one-hot rows times the table do the same."""

import torch
from traitlets import Int, List

from bothends.lookup import lookup
from bothends.show.tables import Table, table
from bothends.widgets.base import BookWidget


class Lookup(BookWidget):
    """Choose ids and a place; see which row comes out, directly and as a one-hot product."""

    module = "lookup"
    table = List(List(), [[0, 0], [1, 0], [0, 2], [1, 1]]).tag(sync=True)  # (V, D)
    ids = List(Int(), [1, 3, 1]).tag(sync=True)  # (T,)
    place = Int(0).tag(sync=True)

    def words(self) -> str:
        """Say which row the id at the chosen place picks."""
        id_ = self.ids[self.place]
        return f"Place {self.place} holds id {id_}, which picks row {id_}: {self.table[id_]}."

    def still(self) -> Table:
        """Return the rows that all ids pick."""
        vectors = lookup(torch.tensor(self.table, dtype=torch.float64), torch.tensor(self.ids))
        rows = [f"place {t}, id {id_}" for t, id_ in enumerate(self.ids)]
        return table(vectors, rows=rows, columns=[f"d{d}" for d in range(vectors.shape[1])])
