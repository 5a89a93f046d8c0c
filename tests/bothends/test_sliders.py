"""Sliders recompute, and print the same on every machine."""

from bothends import show
from bothends.widgets.sliders import Sliders


def test_moving_a_control_draws_again():
    seen = []

    def draw(base, size):
        seen.append((base, size))
        return show.table([[base * size]])

    sliders = Sliders(draw, base=(1, 9, 2), size=[("small", 2), ("large", 4)])
    base, size, picture = sliders.children
    assert (base.description, size.description) == ("base", "size")
    base.value = 7
    size.value = 4
    assert seen == [(5, 2), (7, 2), (7, 4)]
    assert "<td>28</td>" in picture.value
    assert repr(sliders) == "Sliders for base, size"


def test_a_figure_is_shown_as_svg():
    alt = "A line."
    sliders = Sliders(lambda n: show.lines(range(n), {"y": range(n)}, alt=alt), n=(2, 5))
    assert sliders.children[-1].value.lstrip().startswith(("<?xml", "<svg"))
