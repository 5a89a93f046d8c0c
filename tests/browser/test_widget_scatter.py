"""The widget of chapter 04, against the package and under a reader's hands."""

import pytest
import torch

from bothends.scatter import by_loop, embedding_grad, overwrite
from bothends.widgets import Scatter


@pytest.fixture
def played(play):
    return play(Scatter())


def press(played, name: str, key: str | None = None) -> None:
    button = played.box.get_by_role("button", name=name)
    button.press(key) if key else button.click()


def test_its_arithmetic_is_the_packages(played):
    generator = torch.Generator().manual_seed(3)
    for V, D, T in ((4, 2, 3), (3, 4, 9), (1, 1, 5), (6, 3, 1)):
        ids = torch.randint(V, (T,), generator=generator)
        upstream = torch.randn(T, D, generator=generator, dtype=torch.float64)
        given = ids.tolist(), upstream.tolist(), V
        assert played.call("add", *given) == by_loop(ids, upstream, V).tolist()
        assert played.call("overwrite", *given) == overwrite(ids, upstream, V).tolist()


@pytest.mark.parametrize("key", [None, "Enter", "Space"], ids=["mouse", "Enter", "Space"])
def test_the_third_vector_is_added_or_replaces_the_first(played, key):
    for _ in range(2):
        press(played, "Step", key)
    assert played.cells(".bw-table") == [[0, 0], [1, 2], [0, 0], [3, 4]]
    press(played, "Step", key)
    assert played.cells(".bw-table") == [[0, 0], [6, 8], [0, 0], [3, 4]]
    assert played.words == "Place 2 adds [5, 6] to row 1, which goes from [1, 2] to [6, 8]."
    rules = played.box.get_by_role("group", name="rule")
    if key:
        rules.get_by_label("add").press("ArrowDown")
    else:
        rules.get_by_label("overwrite").click()
    assert played.cells(".bw-table") == [[0, 0], [5, 6], [0, 0], [3, 4]]
    lost = "Place 2 writes [5, 6] over row 1: [1, 2] is lost. The sum would be [6, 8]."
    assert played.words == lost
    assert played.box.locator(".bw-lost").all_text_contents() == ["[1, 2]"]


def test_back_and_all_stop_at_the_ends(played):
    for name, fallen in (("All", 3), ("Back", 2), ("All", 3)):
        press(played, name)
        assert played.state("fallen") == fallen
    assert played.box.get_by_role("button", name="Step").is_disabled()
    for _ in range(3):
        press(played, "Back")
    assert played.box.get_by_role("button", name="Back").is_disabled()
    assert played.words == "Nothing has fallen yet. Next: [1, 2] into row 1."


def test_the_focus_outlives_a_button_that_is_switched_off(played):
    for name, other in (("All", "Back"), ("Back", "Step")):
        for _ in range(3 if name == "Back" else 1):
            press(played, name, "Enter")
        assert played.page.evaluate("document.activeElement.textContent") == other


def test_ids_and_vectors_are_the_readers_to_choose(played):
    press(played, "All")
    place = played.box.get_by_role("group", name="place 1")
    place.get_by_label("id").select_option("0")
    place.get_by_label("d1").fill("-2.5")
    assert played.state("ids") == [1, 0, 1]
    assert played.state("upstream") == [[1, 2], [3, -2.5], [5, 6]]
    ids, upstream = torch.tensor(played.state("ids")), torch.tensor(played.state("upstream"))
    assert played.cells(".bw-table") == embedding_grad(ids, upstream, 4).tolist()
    place.get_by_label("d1").fill("")  # no number: the last one stays
    assert played.state("upstream")[1] == [3, -2.5]


def test_what_stands_in_for_it_shows_both_rules():
    body = [row[1:] for row in Scatter().still().body]
    assert body == [("[1, 2]", "[1, 2]"), ("[3, 4]", "[3, 4]"), ("[6, 8]", "[5, 6]")]
