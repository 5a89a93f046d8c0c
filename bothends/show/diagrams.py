"""Diagrams: boxes for what there is, arrows for what flows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from bothends.show.figures import BLUE, INK, MUTED, PAPER, Figure, _canvas, _figure, _style
from bothends.show.tables import Cells, grid
from bothends.show.tables import table as _table

ROW, GAP, PAD = 0.3, 0.75, 0.2  # inches: a row's height, between columns, beside a text
LETTER = 0.085
TINT = "#dce9f5"
STAGES = {
    "text": "",
    "ids": "(B, T)",
    "table": "(V, D)",
    "vectors": "(B, T, D)",
    "blocks": "(B, T, D)",
    "head": "(V, D)",
    "logits": "(B, T, V)",
    "loss": "",
}
Arrow = tuple[str, int, str, int]


@dataclass(frozen=True)
class _Part:
    """A block of cells: where its upper left corner is, and how wide each column is."""

    cells: list[list[str]]
    x: float
    y: float
    widths: list[float]

    @property
    def right(self) -> float:
        return self.x + sum(self.widths)

    def middle(self, row: int) -> float:
        return self.y + (row + 0.5) * ROW


def flow(
    columns: Sequence[Mapping[str, Cells]],
    arrows: Sequence[Arrow] = (),
    *,
    alt: str,
    lit: Mapping[str, Sequence[int]] | None = None,
    title: str = "",
) -> Figure:
    """Return tables side by side, with arrows from a row of one to a row of another.

    Each entry of `columns` holds one table or several, one below the other, by name. An arrow is
    (name, row, name, row), and `lit` lists by name the rows to set off.

    Raises:
        ValueError: an arrow or `lit` names no row that is there.

    """
    parts, width, height = _layout(columns)
    _ask_rows(parts, [(a, r) for a, r, *_ in arrows] + [(b, r) for *_, b, r in arrows])
    _ask_rows(parts, [(name, row) for name, rows in (lit or {}).items() for row in rows])
    with _style():
        axes = _sheet(max(width, 1.2 * LETTER * len(title)), height, title)
        for name, part in parts.items():
            _draw(axes, name, part, set((lit or {}).get(name, ())))
        for source, r, target, s in arrows:
            a, b = parts[source], parts[target]
            start, end = (a.right, a.middle(r)), (b.x, b.middle(s))
            if a.x > b.x:
                start, end = (a.x, a.middle(r)), (b.right, b.middle(s))
            _arrow(axes, start, end)
        return _figure(axes.figure, alt)


def path(*lit: str, alt: str = "") -> Figure:
    """Return the path of a token from text to loss, in two rows, with the stages in `lit` set off.

    Raises:
        ValueError: one of them is no stage; the message has those that are.

    """
    if unknown := set(lit) - set(STAGES):
        raise ValueError(f"{sorted(unknown)} is not on the path: there are {', '.join(STAGES)}")
    alt = alt or f"The path of a token: {', '.join(STAGES)}. Lit here: {', '.join(lit)}."
    wide, high, step, down = 0.85, 0.34, 1.22, 0.95
    with _style():
        axes = _sheet(3 * step + wide, down + high + 0.25, "")
        for i, (name, shape) in enumerate(STAGES.items()):
            x, y = step * (i % 4), down * (i // 4)
            color = BLUE if name in lit else MUTED
            face = TINT if name in lit else PAPER
            axes.add_patch(Rectangle((x, y), wide, high, fc=face, ec=color, lw=1.2))
            weight = "bold" if name in lit else "normal"
            _text(axes, x + wide / 2, y + high / 2, name, color=INK, weight=weight)
            _text(axes, x + wide / 2, y + high + 0.13, shape, color=MUTED, size=8.5)
            if i % 4:
                _arrow(axes, (x - step + wide, y + high / 2), (x, y + high / 2))
        turn = high + 0.34
        corner = 3 * step + wide / 2
        axes.plot([corner, corner, wide / 2], [high + 0.24, turn, turn], color=BLUE, lw=1.1)
        _arrow(axes, (wide / 2, turn), (wide / 2, down))
        return _figure(axes.figure, alt)


def _layout(columns: Sequence[Mapping[str, Cells]]) -> tuple[dict[str, _Part], float, float]:
    """Return the parts, each column in the middle of the height, and the size of the sheet."""
    texts = [{name: _texts(cells) for name, cells in column.items()} for column in columns]
    heights = [sum((len(cells) + 1.5) * ROW for cells in column.values()) for column in texts]
    parts, x = {}, 0.0
    for column, high in zip(texts, heights, strict=True):
        y = (max(heights) - high) / 2 + ROW
        wide = 0.0
        for name, cells in column.items():
            widths = [max(map(len, c)) * LETTER + PAD for c in zip(*cells, strict=True)]
            parts[name] = _Part(cells, x, y, widths)
            wide = max(wide, sum(widths), len(name) * LETTER)
            y += (len(cells) + 1.5) * ROW
        x += wide + GAP
    return parts, x - GAP, max(heights)


def _texts(cells: Cells) -> list[list[str]]:
    """Return the cells as `table` writes them."""
    return [list(row) for row in _table(grid(cells)).body]


def _ask_rows(parts: Mapping[str, _Part], asked: Sequence[tuple[str, int]]) -> None:
    for name, row in asked:
        if name not in parts:
            raise ValueError(f"no table is called {name!r}: there are {', '.join(parts)}")
        if not 0 <= row < len(parts[name].cells):
            raise ValueError(f"{name} has the rows 0 to {len(parts[name].cells) - 1}, and no {row}")


def _sheet(width: float, height: float, title: str) -> Axes:
    margin = 0.08
    canvas = _canvas(width + 2 * margin, height + 2 * margin + 0.3 * bool(title))
    axes = canvas.subplots()
    axes.set(xlim=(-margin, width + margin), ylim=(height + margin, -margin), aspect="equal")
    axes.set_title(title)
    axes.axis("off")
    return axes


def _draw(axes: Axes, name: str, part: _Part, lit: set[int]) -> None:
    _text(axes, (part.x + part.right) / 2, part.y - 0.14, name, color=MUTED, size=9.5)
    for r, row in enumerate(part.cells):
        x = part.x
        for text, wide in zip(row, part.widths, strict=True):
            face = TINT if r in lit else PAPER
            axes.add_patch(Rectangle((x, part.y + r * ROW), wide, ROW, fc=face, ec=MUTED, lw=0.8))
            _text(axes, x + wide / 2, part.middle(r), text, color=INK)
            x += wide


def _arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    style = {"arrowstyle": "-|>", "color": BLUE, "lw": 1.1, "shrinkA": 1, "shrinkB": 1}
    axes.annotate("", end, start, arrowprops=style)


def _text(axes: Axes, x: float, y: float, text: str, **style) -> None:
    axes.text(x, y, text, ha="center", va="center", **style)
