"""A formula and the marks that touch it stay on one line: a browser may break beside either."""

import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

OPENING = re.compile("[(\\[\u201c\u2018]*$")
CLOSING = re.compile("^[)\\]\u201d\u2019.,;:?!]*")


class KeepMarks(SphinxPostTransform):
    """Enclose each formula that touches a mark together with it."""

    default_priority = 900
    formats = ("html",)

    def run(self) -> None:
        """Change the page's formulas."""
        for formula in list(self.document.findall(nodes.math)):
            line, at = formula.parent, formula.parent.index(formula)
            kept = nodes.inline(classes=["kept"])
            if marks := touching(line[:at][-1:], OPENING):
                line[at - 1] = nodes.Text(line[at - 1].removesuffix(marks))
                kept += nodes.Text(marks)
            kept += formula.deepcopy()
            if marks := touching(line[at + 1 : at + 2], CLOSING):
                line[at + 1] = nodes.Text(line[at + 1].removeprefix(marks))
                kept += nodes.Text(marks)
            if len(kept) > 1:
                line[at] = kept


def touching(neighbor: list[nodes.Node], marks: re.Pattern) -> str:
    """Return the marks at the near end of a text, or nothing where there is no text."""
    return marks.search(neighbor[0])[0] if neighbor and isinstance(neighbor[0], nodes.Text) else ""


def setup(app) -> None:
    """Register the change."""
    app.add_post_transform(KeepMarks)
