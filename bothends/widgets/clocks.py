"""Widget: the pairs of a head as hands of clocks, each with a speed of its own."""

import math

from traitlets import Int

from bothends.rope import inverse_frequencies
from bothends.show.tables import Table, table
from bothends.widgets.base import BookWidget


class Clocks(BookWidget):
    """Move a position; see how far each pair of a head has turned by then."""

    module = "clocks"
    position = Int(200).tag(sync=True)
    head_dim = Int(8).tag(sync=True)
    base = Int(10_000).tag(sync=True)

    def words(self) -> str:
        """Say how many pairs have been round, and how far the slowest has to go."""
        waves = self.wavelengths()
        done = sum(wave <= self.position for wave in waves)
        return (
            f"Position {self.position:,} lies past the first full turn of {done} of the "
            f"{len(waves)} pairs; the slowest takes {round(waves[-1]):,} tokens for one."
        )

    def still(self) -> Table:
        """Return each pair's frequency and wavelength, and its turns up to the position."""
        cells = [
            [f"{2 * math.pi / wave:.4g}", f"{wave:,.1f}", f"{self.position / wave:.3f}"]
            for wave in self.wavelengths()
        ]
        columns = ["radians a token", "tokens a turn", f"turns at {self.position:,}"]
        return table(cells, rows=[f"pair {i}" for i in range(len(cells))], columns=columns)

    def wavelengths(self) -> list[float]:
        """Return the tokens that each pair needs for a full turn."""
        return (2 * math.pi / inverse_frequencies(self.head_dim, self.base)).tolist()
