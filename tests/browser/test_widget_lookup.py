"""The widget of chapter 03, against the package and under a reader's hands."""

import pytest
import torch

from bothends.lookup import lookup, one_hot_lookup
from bothends.widgets import Lookup


@pytest.fixture
def played(play):
    return play(Lookup())


def test_its_arithmetic_is_the_packages(played):
    generator = torch.Generator().manual_seed(2)
    for V, D, T in ((4, 2, 3), (7, 3, 5), (1, 1, 2)):
        table = torch.randn(V, D, generator=generator, dtype=torch.float64)
        ids = torch.randint(V, (T,), generator=generator)
        assert played.call("lookup", table.tolist(), ids.tolist()) == lookup(table, ids).tolist()
        hot = played.each("oneHot", [(id_, V) for id_ in ids.tolist()])
        vectors = played.each("product", [(one, table.tolist()) for one in hot])
        assert vectors == one_hot_lookup(table, ids).tolist()


def test_an_id_outside_the_table_is_refused_as_in_python(played):
    for id_ in (-1, 4, 1.5):
        says = f"RangeError: id {id_} is not in 0..3"
        assert played.call("lookup", [[0, 0]] * 4, [1, id_]) == says


def test_keys_move_the_place_and_a_menu_the_id(played):
    assert played.words == "Place 0 holds id 1, which picks row 1: [1, 0]."
    played.box.get_by_role("slider", name="place").press("ArrowRight")
    assert played.words == "Place 1 holds id 3, which picks row 3: [1, 1]."
    played.box.get_by_label("id at place 2").select_option("0")
    assert (played.state("ids"), played.state("place")) == ([1, 3, 0], 2)
    played.box.get_by_label("id at place 1").select_option("2")
    assert played.words == "Place 1 holds id 2, which picks row 2: [0, 2]."
    marked = played.box.locator("td.bw-mark").all_inner_texts()
    assert marked == ["1", "0", "2", "0", "2"]
    assert "1 · [0, 2]" in played.box.locator(".bw-formula").inner_text()
