"""Widget: each upstream vector falls into the row that was read, and is added or overwrites."""

import torch
from traitlets import Enum, Int, List

from bothends.scatter import embedding_grad, overwrite
from bothends.show.tables import Table, table
from bothends.widgets.base import BookWidget, vector

RULES = {"add": embedding_grad, "overwrite": overwrite}


class Scatter(BookWidget):
    """Choose ids and an upstream gradient; let its vectors fall one by one, by either rule."""

    module = "scatter"
    vocab_size = Int(4).tag(sync=True)
    ids = List(Int(), [1, 3, 1]).tag(sync=True)  # (T,)
    upstream = List(List(), [[1, 2], [3, 4], [5, 6]]).tag(sync=True)  # (T, D)
    fallen = Int(0).tag(sync=True)
    rule = Enum(tuple(RULES), "add").tag(sync=True)

    def words(self) -> str:
        """Say what the last vector that fell did to its row."""
        if self.fallen == 0:
            first, row = vector(self.upstream[0]), self.ids[0]
            return f"Nothing has fallen yet. Next: {first} into row {row}."
        t = self.fallen - 1
        row, new = self.ids[t], vector(self.upstream[t])
        before, after = (vector(self.grad(self.rule, count)[row]) for count in (t, t + 1))
        if self.rule == "add":
            return f"Place {t} adds {new} to row {row}, which goes from {before} to {after}."
        if row not in self.ids[:t]:
            return f"Place {t} writes {new} into row {row}, which was empty."
        lost = vector(self.grad("add", t + 1)[row])
        return f"Place {t} writes {new} over row {row}: {before} is lost. The sum would be {lost}."

    def still(self) -> Table:
        """Return each row as its vectors fall into it, by both rules."""
        places = range(len(self.ids))
        cells = [[vector(self.grad(rule, t + 1)[self.ids[t]]) for rule in RULES] for t in places]
        falls = [f"{vector(self.upstream[t])} into row {self.ids[t]}" for t in places]
        columns = [f"the row, by {rule}" for rule in RULES]
        return table(cells, rows=falls, columns=columns)

    def grad(self, rule: str, count: int) -> list[list[float]]:
        """Return the table of slopes `(V, D)` after the first `count` vectors."""
        upstream = torch.tensor(self.upstream, dtype=torch.float64)[:count]
        ids = torch.tensor(self.ids[:count], dtype=torch.int64)
        return RULES[rule](ids, upstream, self.vocab_size).tolist()
