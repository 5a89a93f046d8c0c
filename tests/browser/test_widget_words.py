"""Python moves each widget, and both say the same."""

from itertools import product

import pytest

from bothends import widgets
from bothends.widgets import base
from tests.browser.widget import typeset

WAYS = [{"pairing": pairing, "sign": sign} for pairing in ("halves", "pairs") for sign in (1, -1)]
FALLS = {"ids": [2, 2, 0], "upstream": [[0.5, -1], [-0.25, 4], [1 / 3, 0]]}
STATES = {
    "Cache": [
        {"offset": offset, "length": length, "guard": guard}
        for (offset, length), guard in product(
            [(0, 4), (4, 1), (8, 1), (6, 3), (7, 2), (7, 3), (9, 2), (0, 9), (10, 9)],
            ("length", "end"),
        )
    ],
    "Clocks": [
        {"head_dim": head_dim, "base": base, "position": position}
        for head_dim, base, position in product((4, 128), (10_000, 500_000), (0, 6, 7, 2048))
    ],
    "Logits": [
        {"h": h, "target": target}
        for h, target in (([-1.5, -2.25], 0), ([0.0, 0.0], 1), ([2.2, -3.0], 2))
    ],
    "Lookup": [{"ids": [2, 0, 3], "place": place} for place in range(3)],
    "Memory": [
        {"vocab_size": 32_769, "dtype": "float32"},
        {"vocab_size": 50_257, "tied": False, "training": "none"},
        {"batch": 1, "length": 7, "n_embd": 65, "training": "adam"},
    ],
    "Rope": [
        {**way, **places, **vectors}
        for vectors, places, way in product(
            ({}, {"q": [0.25, -3.0, 1.0, 7.5], "k": [-1.5, 2.0, 0.0, 0.5], "base": 50.0}),
            ({"m": 5, "n": 3, "shift": 0}, {"m": 0, "n": 12, "shift": 100}),
            WAYS,
        )
    ],
    "Scatter": [
        {"rule": rule, "fallen": fallen, **FALLS}
        for rule, fallen in product(("add", "overwrite"), range(4))
    ],
    "Tie": [{"read": read, "target": target} for read, target in ((0, 1), (3, 3), (2, 0), (0, 0))],
}


@pytest.mark.parametrize("name", STATES)
def test_python_moves_it_and_both_say_the_same(play, name):
    kind = getattr(widgets, name)
    played = play(kind())
    for state in STATES[name]:
        asked = kind(**state)
        played.set(**asked.state())
        assert played.words == typeset(asked.words()), state
    assert played.visit.problems == []


def test_no_words_are_left_out():
    assert set(STATES) == set(widgets.__all__) - {"Drill", "Quiz"}  # which have tests of their own


def test_a_module_that_begins_otherwise_is_refused_in_words(monkeypatch):
    monkeypatch.setattr(base, "read", lambda name: 'import * as parts from "./parts.mjs";\n')
    with pytest.raises(ValueError, match=r"lookup\.mjs must begin with import \{ \.\.\. \} from"):
        base.text("lookup")
