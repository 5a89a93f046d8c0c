"""What a learner is told: one message, as plain text and as HTML."""

import re
from dataclasses import dataclass
from html import escape

from bothends.exercises.engine.answers import Answer, where
from bothends.exercises.engine.format import cell_text

MAX_SHOWN = 12


@dataclass(frozen=True)
class Grid:
    """A labelled table of an answer's cells; the marked positions stand out without colour.

    A long answer is shown from row `first` on.
    """

    label: str
    answer: Answer
    marked: frozenset[int] = frozenset()
    first: int = 0

    def rows(self) -> list[tuple[str, list[tuple[str, bool]]]]:
        """Return (index of the row, its cells), each cell with whether it is marked."""
        shape, cells = self.answer.shape, self.answer.cells
        width = shape[-1] if shape else 1
        rows, starts = [], range(0, len(cells), width or 1)
        for start in starts[self.first : self.first + MAX_SHOWN]:
            shown = [
                (cell_text(cells[at]), at in self.marked)
                for at in range(start, start + min(width, MAX_SHOWN))
            ]
            shown += [("...", False)] * (width > MAX_SHOWN)
            rows.append((where(self.answer.index(start)[:-1]), shown))
        above, below = self.first > 0, len(starts) > self.first + MAX_SHOWN
        return [("...", [])] * above + rows + [("...", [])] * below

    def text(self) -> str:
        """Return one line for each row; marked cells stand between > and <."""
        lines = [f"{self.label}:"]
        for at, cells in self.rows():
            texts = (f">{text}<" if marked else text for text, marked in cells)
            lines.append(f"  {at} {', '.join(texts)}".rstrip())
        return "\n".join(lines)

    def html(self) -> str:
        """Return a table; marked cells are bold, boxed and begin with an unequal sign."""
        rows = self.rows()
        columns = max((len(cells) for _, cells in rows), default=0)
        head = "".join(f'<th scope="col">{column}</th>' for column in range(columns))
        body = "".join(f"<tr>{_html_row(at, cells)}</tr>" for at, cells in rows)
        return (
            f'<table><caption style="white-space: nowrap">{escape(self.label)}</caption>'
            f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"
        )


def _html_row(at: str, cells: list[tuple[str, bool]]) -> str:
    plain, marked = "<td>{}</td>", '<td style="border: 2px solid"><strong>≠ {}</strong></td>'
    head = f'<th scope="row">{at}</th>' if at else "<td></td>"
    return head + "".join(
        (marked if is_marked else plain).format(escape(text)) for text, is_marked in cells
    )


def _html_text(text: str) -> str:
    return re.sub("`(.+?)`", r"<code>\1</code>", escape(text))


@dataclass(frozen=True)
class Message:
    """A headline, then paragraphs and grids in the order in which they are read."""

    headline: str
    blocks: tuple[str | Grid, ...]

    def text(self) -> str:
        """Return the whole message as plain text."""
        blocks = (block if isinstance(block, str) else block.text() for block in self.blocks)
        return "\n\n".join([self.headline, *blocks])

    def html(self) -> str:
        """Return the whole message as HTML, every word of the learner's escaped."""
        blocks = (
            f'<p style="white-space: pre-wrap">{_html_text(block)}</p>'
            if isinstance(block, str)
            else block.html()
            for block in self.blocks
        )
        return (
            f'<div class="bothends-verdict"><p><strong>{escape(self.headline)}</strong></p>'
            f"{''.join(blocks)}</div>"
        )
