"""What a cell shows: rounded tables and deterministic SVG figures, in one style.

Numbers are rounded before they are printed or drawn, so a cell shows the same on every machine
and nbval can compare it, figures included. No concept module imports this one.
"""

from bothends.show.diagrams import flow, path
from bothends.show.figures import bars, heatmap, lines, points, rotation
from bothends.show.tables import table

__all__ = ["bars", "flow", "heatmap", "lines", "path", "points", "rotation", "table"]
