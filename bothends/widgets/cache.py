"""Widget: which rows of a table of rotations new tokens get, and what two guards let through."""

import torch
from torch import Tensor
from traitlets import Enum, Float, Int

from bothends.rope import RopeCache
from bothends.show.tables import Table, table
from bothends.widgets.base import BookWidget


class Cache(BookWidget):
    """Decode step by step; see which position's row each new token is turned by.

    `guard`: "length" asks whether the new tokens alone fit the table, "end" whether they fit
    it where they stand.
    """

    module = "cache"
    max_len = Int(8).tag(sync=True)
    head_dim = Int(4).tag(sync=True)
    base = Float(10_000.0).tag(sync=True)
    offset = Int(7).tag(sync=True)
    length = Int(3).tag(sync=True)
    guard = Enum(("length", "end"), "length").tag(sync=True)

    def words(self) -> str:
        """Say what becomes of the new tokens."""
        T0, T, L = self.offset, self.length, self.max_len
        where = f"position {T0}" if T == 1 else f"positions {T0} to {T0 + T - 1}"
        try:
            got = self.got()
        except ValueError:
            return f"Refused: the guard stops {where}, for the table ends at {L - 1}."
        except RuntimeError:
            left = max(L - T0, 0)
            return f"Caught by luck: {left} rows are left for {where}, which is a shape error."
        if not len(got):
            return f"Silently lost: no row is left for {where}, and its token vanishes."
        if T0 + T > L:
            return f"Silently wrong: one row is left and repeated, {where} all turn as {T0}."
        return f"Right: {where} {'has its own row' if T == 1 else 'have a row each'}."

    def still(self) -> Table:
        """Return the cosine of pair 0 that each new token should get, and the one it gets."""
        positions = torch.arange(self.offset, self.offset + self.length)
        meant = RopeCache(int(positions[-1]) + 1, self.head_dim, **self.options).cos[positions, 0]
        try:
            got = self.got()[:, 0].tolist() or ["nothing"]
        except (ValueError, RuntimeError):
            got = ["error"] * self.length
        cells = list(zip(meant.tolist(), got, strict=True))
        rows = [f"position {m}" for m in positions.tolist()]
        return table(cells, rows=rows, columns=["meant", "handed out"], caption="cos of pair 0")

    def got(self) -> Tensor:
        """Return the row of cos that each new token is multiplied by, `(T, head_dim // 2)`.

        Raises:
            ValueError: the guard refuses.
            RuntimeError: the rows that it lets through do not fit the tokens.

        """
        cache = RopeCache(self.max_len, self.head_dim, **self.options)
        if self.guard == "end":
            return cache.at(self.offset, self.length)[0]
        if self.length > self.max_len:
            raise ValueError("the text is longer than the table")
        return (
            cache.cos.new_ones(self.length, 1) * cache.cos[self.offset : self.offset + self.length]
        )

    @property
    def options(self) -> dict:
        """What the tables are made with, apart from their size."""
        return {"base": self.base, "dtype": torch.float64}
