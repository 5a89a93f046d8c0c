"""What a cell shows: rounded tables and deterministic SVG figures, in one style.

Numbers are rounded before they are printed or drawn, so a cell shows the same on every machine
and nbval can compare it, figures included. No concept module imports this one.
"""

from bothends.show.figures import bars, heatmap, lines, rotation
from bothends.show.tables import table

__all__ = ["bars", "heatmap", "lines", "rotation", "table"]
