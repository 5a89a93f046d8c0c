"""The clocks of chapter 16, against the package and under a reader's hands."""

import math

import pytest
import torch

from bothends.rope import inverse_frequencies
from bothends.widgets import Clocks
from tests.browser.widget import close

SHAPES = [(2, 1.5, 7), (4, 10_000, 0), (8, 10_000, 200), (64, 500_000, 4097), (128, 100_000, 2048)]


@pytest.fixture
def played(play):
    return play(Clocks())


def test_its_arithmetic_is_the_packages(played):
    for shape, pairs in zip(SHAPES, played.each("clocks", SHAPES), strict=True):
        head_dim, base, position = shape
        theta = inverse_frequencies(head_dim, base)
        angles = position * theta
        expected = {
            "theta": theta,
            "wavelength": 2 * math.pi / theta,
            "turns": angles / (2 * math.pi),
            "tip": torch.stack([angles.cos(), angles.sin()], dim=1),
        }
        for name, values in expected.items():
            close([pair[name] for pair in pairs], values)


def test_a_head_that_has_no_pairs_is_refused(played):
    for head_dim in (0, 7, -2):
        says = f"RangeError: head_dim={head_dim} does not split into pairs"
        assert played.call("clocks", head_dim, 10_000, 1) == says
        with pytest.raises(ValueError, match=f"head_dim={head_dim}"):
            inverse_frequencies(head_dim, 10_000)


def test_the_table_shows_the_pairs_of_the_chapter(played):
    shown = [[0, 16, 32, 48, 63], [0, 1, 2, 3], [0, 1]]
    assert played.each("shown", [(64,), (4,), (2,)]) == shown


def test_keys_move_the_position_and_menus_choose_the_head(played):
    slider = played.box.get_by_role("slider", name="position")
    slider.press("ArrowRight")
    assert played.state("position") == 201
    slider.press("Home")
    assert played.words.startswith("Position 0 lies past the first full turn of 0 of the 4 pairs")
    slider.press("End")
    played.box.get_by_label("head size").select_option("128")
    played.box.get_by_label("base").select_option("100000")
    assert played.words == (
        "Position 2,048 lies past the first full turn of 33 of the 64 pairs; "
        "the slowest takes 524,874 tokens for one."
    )
    assert played.box.locator(".bw-clock").count() == 64
    marked = played.box.locator("td.bw-mark").count()
    assert marked == 3  # pairs 0, 16 and 32 of the five shown


def test_a_mouse_drags_the_position_and_buttons_take_one_step(played):
    slider = played.box.get_by_role("slider", name="position")
    box = slider.bounding_box()
    slider.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    assert abs(played.state("position") - 1024) < 40
    played.set(position=1)
    back = played.box.get_by_role("button", name="1 back")
    back.click()
    back.click()
    assert played.state("position") == 0
    played.box.get_by_role("button", name="1 on").press("Enter")
    assert played.state("position") == 1


def test_the_hands_point_where_the_package_points(played):
    played.set(position=137)
    x, y = (torch.tensor(played.numbers(".bw-hand", end)) for end in ("x2", "y2"))
    hands = torch.stack([x, -y], dim=1).double()
    angles = 137 * inverse_frequencies(8, 10_000)
    close(
        hands / hands.norm(dim=1, keepdim=True), torch.stack([angles.cos(), angles.sin()], 1), 1e-5
    )
