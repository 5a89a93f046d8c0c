"""Sliders over a computation: torch works the table or figure out again at each move."""

from collections.abc import Callable

from ipywidgets import HTML, VBox, interactive


class Sliders(VBox):
    """A control for each argument of `draw`, and below them what it returns for their values.

    `controls` are given as for `ipywidgets.interact`: `(low, high, step)` makes a slider, a list
    of `(label, value)` pairs a menu. `draw` returns a table or a figure of `bothends.show`. It
    needs a kernel, so the site leaves its output out.
    """

    def __init__(self, draw: Callable, **controls):
        self._draw = draw
        self._controls = {
            name: interactive.widget_from_abbrev(control) for name, control in controls.items()
        }
        self._picture = HTML()
        for name, control in self._controls.items():
            control.description = name
            control.observe(self._redraw, "value")
        super().__init__([*self._controls.values(), self._picture])
        self._redraw()

    def _redraw(self, _=None) -> None:
        shown = self._draw(**{name: one.value for name, one in self._controls.items()})
        self._picture.value = shown.svg if hasattr(shown, "svg") else shown._repr_html_()

    def __repr__(self) -> str:
        return f"Sliders for {', '.join(self._controls)}"
