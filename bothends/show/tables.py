"""Tables of rounded numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from torch import Tensor

Cells = Tensor | Sequence


@dataclass(frozen=True)
class Table:
    """A table of text, shown as HTML in a notebook and as aligned columns elsewhere."""

    head: tuple[str, ...]
    body: tuple[tuple[str, ...], ...]
    marked: frozenset[tuple[int, int]]
    has_row_names: bool
    words: frozenset[int]
    caption: str | None

    def __repr__(self) -> str:
        lines = [list(self.head)] if any(self.head) else []
        for r, row in enumerate(self.body):
            lines.append([cell + "*" * ((r, c) in self.marked) for c, cell in enumerate(row)])
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        text = ("  ".join(c.rjust(w) for c, w in zip(ln, widths, strict=True)) for ln in lines)
        return "\n".join(([self.caption] if self.caption else []) + [t.rstrip() for t in text])

    def _repr_html_(self) -> str:
        caption = f"<caption>{escape(self.caption)}</caption>" if self.caption else ""
        head = "".join(
            f'<th scope="col"{self._words(c)}>{escape(name)}</th>' if name else "<td></td>"
            for c, name in enumerate(self.head)
        )
        head = f"<thead><tr>{head}</tr></thead>" if any(self.head) else ""
        rows = (
            "<tr>" + "".join(self._cell(r, c, text) for c, text in enumerate(row)) + "</tr>"
            for r, row in enumerate(self.body)
        )
        body = "".join(rows)
        return f'<table class="numbers">{caption}{head}<tbody>{body}</tbody></table>'

    def _cell(self, r: int, c: int, text: str) -> str:
        text = escape(text)
        if self.has_row_names and c == 0:
            return f'<th scope="row">{text}</th>'
        text = f"<mark>{text}</mark>" if (r, c) in self.marked else text
        return f"<td{self._words(c)}>{text}</td>"

    def _words(self, c: int) -> str:
        return ' class="words"' if c in self.words else ""


def table(
    values: Cells,
    *,
    columns: Sequence[str] | None = None,
    rows: Sequence[str] | None = None,
    mark: Iterable[tuple[int, int]] = (),
    caption: str | None = None,
) -> Table:
    """Return a table of `values`, a tensor or nested lists; one dimension makes one row.

    Numbers are rounded to 4 decimals, -0 becomes 0, and a column shows no more decimals than
    it needs. A column of words stands to the left, like the names of rows. `rows` and `columns`
    are names; `mark` lists (row, column) cells to set off.

    Raises:
        ValueError: rows differ in length, or names do not match them in number.

    """
    cells = grid(values)
    width = len(cells[0]) if cells else 0
    for what, names, count in (("columns", columns, width), ("rows", rows, len(cells))):
        if names is not None and len(names) != count:
            raise ValueError(f"{what} has {len(names)} names for {count} {what}: {list(names)}")
    by_column = list(zip(*cells, strict=True))
    body = [list(row) for row in zip(*map(_column, by_column), strict=True)]
    head = [""] * width if columns is None else list(columns)
    shift = int(rows is not None)
    if rows is not None:
        head = ["", *head]
        body = [[name, *row] for name, row in zip(rows, body, strict=True)]
    marked = frozenset((r, c + shift) for r, c in mark)
    words = frozenset(c for c, column in enumerate(by_column, shift) if _are_words(column))
    return Table(tuple(head), tuple(map(tuple, body)), marked, bool(shift), words, caption)


def grid(values: Cells) -> list[list]:
    """Return nested lists for a tensor or nested lists; one dimension makes one row."""
    values = values.tolist() if isinstance(values, Tensor) else list(values)
    if values and not isinstance(values[0], list | tuple):
        values = [values]
    return [list(row) for row in values]


def _column(values: Sequence) -> list[str]:
    floats = [v for v in values if isinstance(v, float)]
    places = max((_places(v) for v in floats), default=0)
    return [_text(v, places) for v in values]


def _are_words(values: Sequence) -> bool:
    return all(isinstance(v, str) and v[:1].isalpha() for v in values)


def _places(value: float) -> int:
    return len(f"{value:.4f}".rstrip("0").partition(".")[2])


def _text(value: object, places: int) -> str:
    if not isinstance(value, float):
        return f"{value:,}" if type(value) is int else str(value)
    return f"{round(value, 4) + 0.0:,.{places}f}"
