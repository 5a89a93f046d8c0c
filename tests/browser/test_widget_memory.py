"""The widget of chapters 08 and 11, against the package and under a reader's hands."""

import random
from itertools import product

import pytest
import torch

from bothends import memory
from bothends.widgets import Memory

NUMBERS = {"vocab_size": 300_000, "n_embd": 20_000, "batch": 99, "length": 9999}


@pytest.fixture
def played(play):
    return play(Memory())


def sizes(played) -> list[str]:
    return played.box.locator(".bw-size").all_inner_texts()


def test_its_parts_are_the_packages(played):
    draw = random.Random(6)
    kinds = product(("float32", "bfloat16", "float16"), (True, False), ("none", "adam", "master"))
    for dtype, tied, training in kinds:
        drawn = {name: draw.randint(1, most) for name, most in NUMBERS.items()}
        state = {**drawn, "dtype": dtype, "tied": tied, "training": training}
        parts = Memory(**state).parts()
        assert played.call("parts", state) == parts
        V, D, kind = state["vocab_size"], state["n_embd"], getattr(torch, dtype)
        ends = sum(list(parts.values())[:4])
        if training == "none":
            assert ends == memory.table_bytes(V, D, kind, tied=tied)
        else:
            master = torch.float32 if training == "master" else None
            assert ends == memory.training_bytes(V, D, kind, master=master, tied=tied)


def test_sizes_in_words_are_the_packages(played):
    draw = random.Random(8)
    ties = [2**18, 3 * 2**18, 5 * 2**18, 2**30 + 2**27, 2**30 + 3 * 2**27, 2**30 + 2**25]
    edges = [0, 1, 104_857, 104_858, 2**20, 2**30 - 1, 2**30, 409_600_000]
    drawn = [draw.randrange(2 ** draw.randint(1, 45)) for _ in range(60)]
    asked = [*ties, *edges, *drawn]
    assert played.each("human", [(size,) for size in asked]) == [*map(memory.human, asked)]


def test_a_full_bar_holds_the_largest_part(played):
    full = {0: 2**20, 2**20: 2**20, 2**20 + 1: 2**22, 3 * 2**30: 2**32}
    assert played.each("fullBar", [([1, size],) for size in full]) == [*full.values()]


def test_the_books_numbers_stand_first(played):
    assert sizes(played)[:4] == ["390.6 MiB", "390.6 MiB", "781.2 MiB", "1.53 GiB"]
    assert played.words.startswith("Training keeps 3.05 GiB for the two ends")


def test_keys_and_clicks_change_the_sizes(played):
    played.box.get_by_role("slider", name="V, rows").press("ArrowRight")
    assert played.state("vocab_size") == 50_257
    played.box.get_by_label("two tables").check()
    assert played.state("tied") is False
    played.box.get_by_label("none").press("Space")
    assert played.state("training") == "none"
    assert sizes(played) == ["785.3 MiB", "0 bytes", "0 bytes", "0 bytes", "785.3 MiB", "0 bytes"]


def test_twice_the_rows_are_bars_twice_as_long(played):
    bars = played.box.locator(".bw-bar")
    played.set(vocab_size=40_000)
    before = bars.nth(0).bounding_box()["width"]
    played.set(vocab_size=80_000, batch=4)
    assert bars.nth(0).bounding_box()["width"] == pytest.approx(2 * before, rel=0.02)


def test_python_sets_sizes_that_no_slider_has(played):
    played.set(vocab_size=32_769)
    assert played.box.locator(".bw-value").first.inner_text() == "32,769"
