"""Deterministic SVG figures: the only plotting code of the book."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure as Canvas
from matplotlib.patches import Circle
from matplotlib.style import context
from matplotlib.ticker import MaxNLocator
from torch import Tensor

from bothends.show.palette import light
from bothends.show.tables import Cells, grid

INK, MUTED, PAPER = (light()[name] for name in ("ink", "muted", "paper"))
BLUE, ORANGE, GREEN, PURPLE = (light()[name] for name in ("blue", "orange", "green", "purple"))
COLORS = (BLUE, ORANGE, GREEN, PURPLE)
_DASHES = ("-", "--", "-.", ":")
_HATCHES = ("", "///", "...", "xx")
_STYLE = {
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.titlecolor": INK,
    "font.size": 10.5,
    "font.family": "DejaVu Sans",
    "hatch.color": PAPER,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "bothends",
    "text.color": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
}


@dataclass(frozen=True)
class Figure:
    """An SVG picture and the sentence that states what it shows."""

    svg: str
    alt: str

    def __repr__(self) -> str:
        return self.alt

    def _repr_mimebundle_(self, **_) -> tuple[dict, dict]:
        data = {"text/plain": self.alt, "image/svg+xml": self.svg}
        return data, {"image/svg+xml": {"alt": self.alt}}


def heatmap(
    values: Cells,
    *,
    alt: str,
    title: str = "",
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
) -> Figure:
    """Return a matrix as colored cells, blue below zero and orange above, each with its number."""
    cells = [[_round(v) for v in row] for row in grid(values)]
    limit = max((abs(v) for row in cells for v in row), default=0) or 1
    with _style():
        canvas = _canvas(0.62 * len(cells[0]) + 1.1, 0.42 * len(cells) + 0.7)
        axes = canvas.subplots()
        cmap = LinearSegmentedColormap.from_list("bothends", ["#8fb8de", PAPER, "#f0b27a"])
        axes.pcolormesh(cells, cmap=cmap, vmin=-limit, vmax=limit, edgecolors=MUTED, linewidth=0.5)
        for r, row in enumerate(cells):
            for c, v in enumerate(row):
                axes.text(c + 0.5, r + 0.5, f"{round(v, 4):g}", ha="center", va="center", color=INK)
        axes.invert_yaxis()
        axes.set_xticks([c + 0.5 for c in range(len(cells[0]))], columns or range(len(cells[0])))
        axes.set_yticks([r + 0.5 for r in range(len(cells))], rows or range(len(cells)))
        axes.tick_params(length=0, labeltop=True, labelbottom=False)
        axes.spines[:].set_visible(False)
        axes.set_title(title)
        return _figure(canvas, alt)


def lines(
    x: Cells,
    series: Mapping[str, Cells],
    *,
    alt: str,
    title: str = "",
    labels: tuple[str, str] = ("", ""),
    log: str = "",
) -> Figure:
    """Return one line for each entry of `series` over `x`, told apart by dash as well as color.

    `labels` name the two axes; `log` is "x", "y" or "xy" where an axis is logarithmic.
    """
    with _style():
        canvas = _chart(len(series))
        axes = canvas.subplots()
        for i, (name, y) in enumerate(series.items()):
            axes.plot(_flat(x), _flat(y), _DASHES[i % 4], color=COLORS[i % 4], label=name)
        _name(axes, title, labels, log)
        if "x" not in log and all(v.is_integer() for v in _flat(x)):
            axes.xaxis.set_major_locator(
                MaxNLocator("auto", steps=[1, 2, 2.5, 5, 10], integer=True)
            )
        axes.grid(color=MUTED, alpha=0.25, linewidth=0.6)
        _key(canvas, len(series))
        return _figure(canvas, alt)


def bars(
    names: Sequence[str],
    series: Mapping[str, Cells],
    *,
    alt: str,
    title: str = "",
    labels: tuple[str, str] = ("", ""),
    log: str = "",
) -> Figure:
    """Return grouped bars: one group for each name, one bar in it for each entry of `series`.

    `labels` and `log` are as in `lines`.
    """
    with _style():
        canvas = _chart(len(series))
        axes = canvas.subplots()
        width = 0.8 / len(series)
        for i, (name, y) in enumerate(series.items()):
            at = [n + (i - (len(series) - 1) / 2) * width for n in range(len(names))]
            axes.bar(at, _flat(y), width, color=COLORS[i % 4], hatch=_HATCHES[i % 4], label=name)
        axes.axhline(0, color=MUTED, linewidth=0.8)
        axes.set_xticks(range(len(names)), names)
        _name(axes, title, labels, log)
        _key(canvas, len(series))
        return _figure(canvas, alt)


def rotation(vectors: Mapping[str, Cells], *, alt: str, title: str = "") -> Figure:
    """Return 2-D vectors as labelled arrows from the origin, with the circles that they turn on."""
    arrows = {name: _flat(v) for name, v in vectors.items()}
    reach = 1.25 * max(_round((a * a + b * b) ** 0.5) for a, b in arrows.values())
    with _style():
        canvas = _canvas(3.6, 3.6)
        axes = canvas.subplots()
        for i, (name, (a, b)) in enumerate(arrows.items()):
            color = COLORS[i % 4]
            radius = _round((a * a + b * b) ** 0.5)
            axes.add_artist(Circle((0, 0), radius, fill=False, color=MUTED, alpha=0.4))
            head = {"arrowstyle": "-|>", "color": color, "linestyle": _DASHES[i % 4]}
            axes.annotate("", (a, b), (0, 0), arrowprops={**head, "shrinkA": 0, "shrinkB": 0})
            axes.annotate(name, (1.12 * a, 1.12 * b), ha="center", va="center", color=color)
        axes.axhline(0, color=MUTED, linewidth=0.6)
        axes.axvline(0, color=MUTED, linewidth=0.6)
        axes.set(title=title, xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal")
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
        return _figure(canvas, alt)


def points(
    at: Mapping[str, Cells], *, alt: str, title: str = "", labels: tuple[str, str] = ("", "")
) -> Figure:
    """Return named points in the plane, the axes scaled alike."""
    with _style():
        canvas = _canvas(3.8, 3.8)
        axes = canvas.subplots()
        for i, (name, (x, y)) in enumerate((n, _flat(v)) for n, v in at.items()):
            axes.plot([x], [y], "o", color=COLORS[i % 4])
            axes.annotate(name, (x, y), (6, 5), textcoords="offset points")
        _name(axes, title, labels, "")
        axes.set_aspect("equal", adjustable="datalim")
        axes.margins(0.2)
        axes.grid(color=MUTED, alpha=0.25, linewidth=0.6)
        return _figure(canvas, alt)


def _name(axes: Axes, title: str, labels: tuple[str, str], log: str) -> None:
    axes.set(title=title, xlabel=labels[0], ylabel=labels[1])
    axes.set(**{f"{axis}scale": "log" for axis in log})


def _chart(series: int) -> Canvas:
    return _canvas(4.8, 3.0 + 0.12 * (series if series > 1 else 0))


def _key(canvas: Canvas, series: int) -> None:
    if series > 1:
        canvas.legend(loc="outside lower left", ncols=2)


def _style():
    """Let matplotlib forget what its user has set, while a figure is drawn."""
    return context(_STYLE, after_reset=True)


def _canvas(width: float, height: float) -> Canvas:
    return Canvas(figsize=(width, height), layout="constrained", facecolor=PAPER)


def _figure(canvas: Canvas, alt: str) -> Figure:
    if not alt.strip():
        raise ValueError("alt is empty: say in one sentence what the figure shows")
    buffer = io.StringIO()
    unstamped = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    canvas.savefig(buffer, format="svg", metadata=unstamped)
    svg = buffer.getvalue()
    return Figure(svg[svg.index("<svg") :], alt)


def _flat(values: Cells) -> list[float]:
    return [_round(v) for v in (values.tolist() if isinstance(values, Tensor) else values)]


def _round(value: float | int) -> float:
    return float(f"{value:.4g}") + 0.0
