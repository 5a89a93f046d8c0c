"""The book's colours, from the one file that has them: `bothends/widgets/palette.css`."""

import re
from functools import cache
from pathlib import Path

PALETTE = Path(__file__).parents[1] / "widgets/palette.css"


@cache
def light() -> dict[str, str]:
    """Return the colours of the palette's first rule, by name."""
    rule = PALETTE.read_text(encoding="utf-8").partition("}")[0]
    return dict(re.findall(r"--([\w-]+): (#\w+);", rule))
