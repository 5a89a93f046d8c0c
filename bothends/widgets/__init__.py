"""Figures to play with: each is one ES module, shown by JupyterLab and by the site alike.

The arithmetic runs in the browser, so a page needs no kernel. In JupyterLab the state is
shared with Python: `widget.ids = [2, 2, 3]` moves the figure, and moving it changes `widget.ids`.
"""

from bothends.widgets.cache import Cache
from bothends.widgets.clocks import Clocks
from bothends.widgets.drill import Drill
from bothends.widgets.logits import Logits
from bothends.widgets.lookup import Lookup
from bothends.widgets.memory import Memory
from bothends.widgets.quiz import Quiz
from bothends.widgets.rope import Rope
from bothends.widgets.scatter import Scatter
from bothends.widgets.tie import Tie

__all__ = [
    "Cache",
    "Clocks",
    "Drill",
    "Logits",
    "Lookup",
    "Memory",
    "Quiz",
    "Rope",
    "Scatter",
    "Tie",
]
