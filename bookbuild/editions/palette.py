"""The book's colours, written out: old readers know no variables, and paper is always light."""

import re
from functools import cache
from pathlib import Path

from bookbuild.paths import PACKAGE

PALETTE = PACKAGE / "widgets/palette.css"


@cache
def light() -> dict[str, str]:
    """Return the colours of the palette's first rule, by name."""
    rule = PALETTE.read_text(encoding="utf-8").partition("}")[0]
    return dict(re.findall(r"--([\w-]+): (#\w+);", rule))


def colored(file: Path) -> str:
    """Return a file's text with a colour in the place of each variable.

    Raises:
        KeyError: the palette has no such colour.

    """
    return re.sub(r"var\(--([\w-]+)\)", lambda use: light()[use[1]], file.read_text("utf-8"))
