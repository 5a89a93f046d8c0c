"""A reader with a phone: a finger does what a mouse does."""

import pytest

from bothends.widgets import Logits, Lookup
from tests.browser.widget import Played, stage_in


@pytest.fixture
def play_on_a_phone(browser, site):
    """Put a widget on a narrow page that is touched, and has no mouse."""
    screen = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    with browser.new_context(**screen) as context:
        yield lambda widget: Played(stage_in(context, site), widget)


def test_a_tap_in_the_plane_moves_h(play_on_a_phone):
    played = play_on_a_phone(Logits())
    plane = played.box.locator(".bw-draggable")
    plane.scroll_into_view_if_needed()
    before = played.state("h")
    middle = plane.bounding_box()
    plane.tap(position={"x": middle["width"] / 2, "y": middle["height"] / 2})
    assert played.state("h") != before
    assert played.visit.problems == []


def test_a_tap_chooses_a_target_and_a_place(play_on_a_phone):
    played = play_on_a_phone(Logits())
    played.box.get_by_role("radio", name="0").tap()
    assert played.state("target") == 0
    played = play_on_a_phone(Lookup())
    place = played.box.get_by_role("slider", name="place")
    box = place.bounding_box()
    place.tap(position={"x": box["width"] - 3, "y": box["height"] / 2})
    assert played.state("place") == 2
