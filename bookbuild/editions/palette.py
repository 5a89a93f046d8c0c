"""The book's colours, written out: old readers know no variables, and paper is always light."""

import re
from pathlib import Path

from bothends.show.palette import light


def colored(file: Path) -> str:
    """Return a file's text with a colour in the place of each variable.

    Raises:
        KeyError: the palette has no such colour.

    """
    return re.sub(r"var\(--([\w-]+)\)", lambda use: light()[use[1]], file.read_text("utf-8"))
