"""The cover of the book and the cards of its pages, drawn in its own style."""

import logging
import textwrap
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from bookbuild.paths import SERIF
from bothends.show.figures import BLUE, INK, MUTED, ORANGE, PAPER

logging.getLogger("fontTools").setLevel(logging.WARNING)  # it tells each table that it writes
FAMILY = "Source Serif 4"
DECLARED = '@font-face {{ font-family: "{}"; font-style: {}; font-weight: {}; src: url({}); }}\n'
FACES = {
    "serif-regular.ttf": ("normal", 400),
    "serif-bold.ttf": ("normal", 600),
    "serif-italic.ttf": ("italic", 400),
    "serif-bold-italic.ttf": ("italic", 600),
}


def write_faces(folder: Path) -> str:
    """Write the site's variable font as four that do not vary, as old readers and paper want.

    Returns their declarations for a style sheet beside them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, (style, weight) in FACES.items():
        file = SERIF / f"files/source-serif-4-latin-wght-{style}.woff2"
        font = TTFont(file, recalcTimestamp=False)
        instantiateVariableFont(font, {"wght": weight}, inplace=True)
        font.flavor = None
        font.save(folder / name)
    return "".join(DECLARED.format(FAMILY, *face, name) for name, face in FACES.items())


def sheet(width: int, height: int) -> Axes:
    """Return an empty sheet that is measured in pixels, from its upper left corner."""
    axes = Figure((width / 100, height / 100), dpi=100, facecolor=PAPER).add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.axis("off")
    return axes


def emblem(axes: Axes, left: float, top: float, unit: float) -> None:
    """Draw the site's emblem, 52 units wide: an arrow into a table, and one out of it."""
    line = {"linewidth": 1.3 * unit, "solid_capstyle": "round", "solid_joinstyle": "round"}

    def draw(color: str, *points: tuple[float, float]) -> None:
        x, y = zip(*points, strict=True)
        axes.plot([left + unit * v for v in x], [top + unit * v for v in y], color=color, **line)

    axes.add_patch(Rectangle((left + 18 * unit, top + 8 * unit), 16 * unit, 7 * unit, color=BLUE))
    for y in (0, 7.5, 15, 22.5, 30):
        draw(MUTED, (18, y), (34, y))
    for x in (18, 26, 34):
        draw(MUTED, (x, 0), (x, 30))
    for color, x, y in ((BLUE, 0, 11.25), (ORANGE, 39, 18.75)):
        draw(color, (x, y), (x + 13, y))
        draw(color, (x + 8.5, y - 4.75), (x + 13, y), (x + 8.5, y + 4.75))


def write(axes: Axes, left: float, top: float, text: str, size: float, face: Path, **style) -> None:
    """Write lines of text, `size` pixels high."""
    axes.text(left, top, text, font=face, fontsize=0.72 * size, va="top", linespacing=1.0, **style)


def save(axes: Axes, path: Path) -> None:
    """Write the sheet as a PNG file, the same bytes each time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    axes.figure.savefig(path, metadata={"Software": None})


def cover(path: Path, title: str, author: str, faces: Path) -> None:
    """Draw the cover of the EPUB."""
    axes = sheet(1200, 1800)
    write(axes, 120, 200, textwrap.fill(title, 13), 140, faces / "serif-bold.ttf", color=INK)
    emblem(axes, 130, 960, 18)
    write(axes, 120, 1660, author, 40, faces / "serif-italic.ttf", color=MUTED)
    save(axes, path)


def card(path: Path, title: str, text: str, book: str, faces: Path) -> None:
    """Draw what a page looks like where somebody shares its address."""
    axes = sheet(1200, 630)
    lines = textwrap.wrap(title, 26)
    write(axes, 80, 70, book, 32, faces / "serif-italic.ttf", color=MUTED)
    emblem(axes, 960, 70, 3.1)
    write(axes, 80, 170, "\n".join(lines), 76, faces / "serif-bold.ttf", color=INK)
    told = textwrap.fill(text, 58, max_lines=3, placeholder=" …")
    write(axes, 80, 420, told, 36, faces / "serif-regular.ttf", color=INK)
    axes.add_patch(Rectangle((0, 606), 1200, 24, color=BLUE))
    save(axes, path)
