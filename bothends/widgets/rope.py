"""Widget: a query and a key turn with their positions, and their score with m - n."""

import torch
from torch import Tensor
from traitlets import Enum, Float, Int, List

from bothends import rope
from bothends.rope import Convention, rotate, tables
from bothends.show.figures import Figure, lines
from bothends.widgets.base import BookWidget, number

REACH = 12  # the farthest that m and n go from 0
KNOWN = {
    rope.ROFORMER: "RoFormer",
    rope.LLAMA_HF: "Llama in transformers",
    rope.NANOCHAT: "nanochat",
}


class Rope(BookWidget):
    """Move a query and a key, alone or together; see both turn, and what their score knows."""

    module = "rope"
    q = List(Float(), [1.0, 2, 3, 4]).tag(sync=True)  # (head_dim,)
    k = List(Float(), [0.5, -1, 2, 0]).tag(sync=True)
    base = Float(10_000.0).tag(sync=True)
    m = Int(5).tag(sync=True)
    n = Int(3).tag(sync=True)
    shift = Int(0).tag(sync=True)
    pairing = Enum(("halves", "pairs"), "halves").tag(sync=True)
    sign = Enum((1, -1), 1).tag(sync=True)

    def words(self) -> str:
        """Say the score, and what it depends on."""
        score = self.scores([self.m + self.shift], [self.n + self.shift])[0].item()
        sign = "+" if self.sign == 1 else "-"
        users = KNOWN.get(Convention(self.pairing, self.sign), "no model in this book")
        return (
            f"q at {self.m + self.shift}, k at {self.n + self.shift}: the score is "
            f"{number(score)}, as wherever m - n = {self.m - self.n} "
            f"({self.pairing} and {sign}: {users})."
        )

    def still(self) -> Figure:
        """Return the score at all distances m - n."""
        apart = range(-REACH, REACH + 1)
        scores = self.scores([max(d, 0) for d in apart], [max(-d, 0) for d in apart])
        labels = ("m - n", "score")
        return lines(apart, {"score": scores}, title="q and k", labels=labels, alt=self.words())

    def scores(self, queries: list[int], keys: list[int]) -> Tensor:
        """Return the scores of q at each place of `queries` with k at that of `keys`."""
        return (self.turned(self.q, queries) * self.turned(self.k, keys)).sum(-1)

    def turned(self, x: list[float], places: list[int]) -> Tensor:
        """Return x as it stands at each of the places, `(places, head_dim)`."""
        dtype = torch.float64
        cos, sin = tables(torch.tensor(places), len(x), base=self.base, dtype=dtype)
        rows = torch.tensor(x, dtype=dtype).expand(len(places), 1, -1)  # (T, H, head_dim)
        return rotate(rows, cos, sin, pairing=self.pairing, sign=self.sign)[:, 0]
