"""What must be true of each widget, whatever it teaches."""

import gzip
from base64 import b64encode

import pytest

from bookbuild.paths import ROOT
from bothends import widgets
from tests.browser.visit import found_by_axe
from tests.browser.widget import Played, typeset

KINDS = [getattr(widgets, name) for name in widgets.__all__]
FOLDER = ROOT / "bothends/widgets"


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: kind.module)
def played(request, stage):
    stage.problems.clear()
    return Played(stage, request.param())


@pytest.fixture
def on_a_phone(played):
    played.page.set_viewport_size({"width": 360, "height": 800})
    yield played
    played.page.set_viewport_size({"width": 1280, "height": 720})


def test_it_starts_without_a_problem_and_says_what_python_says(played):
    assert played.visit.problems == []
    assert played.words == typeset(played.widget.words())


def test_the_text_that_jupyterlab_gets_is_a_module(played):
    url = f"data:text/javascript;base64,{b64encode(played.widget._esm.encode()).decode()}"
    kind = "async (url) => typeof (await import(url)).default.render"
    assert played.page.evaluate(kind, url) == "function"


def test_each_control_has_a_name_and_keeps_its_keys_to_itself(played):
    controls = played.box.locator("input, select, button, textarea, [tabindex]").all()
    assert controls
    for control in controls:
        assert control.evaluate("node => !!(node.labels?.length || node.textContent.trim())")
        assert control.get_attribute("data-lm-suppress-shortcuts") == "true"


def test_controls_are_large_enough_for_a_thumb(on_a_phone):
    for control in on_a_phone.box.locator("input[type=range], select, button").all():
        assert control.bounding_box()["height"] >= 24


def test_it_fits_a_phone(on_a_phone):
    assert on_a_phone.page.evaluate("document.documentElement.scrollWidth") == 360
    assert on_a_phone.box.locator(".bw").evaluate("node => node.scrollWidth <= node.clientWidth")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(played, theme):
    played.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    assert found_by_axe(played.page, "book-widget") == []


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.module)
def test_it_is_light(kind):
    assert len(gzip.compress((FOLDER / f"{kind.module}.mjs").read_bytes())) < 10_000
