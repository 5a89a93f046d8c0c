"""The widget of chapter 08, against the package and under a reader's hands."""

from itertools import product

import pytest
import torch

from bothends.tying import TiedTokenIO, gradient_paths
from bothends.tying.paths import identity
from bothends.widgets import Tie
from tests.browser.widget import MINUS, close, typeset

PARTS = ("input", "output", "sum")


@pytest.fixture
def played(play):
    return play(Tie())


def shown(played) -> list[list[list[float]]]:
    """Return the three tables of slopes."""
    return [played.cells(f".bw-heat:nth-child({n})") for n in (1, 2, 3)]


def test_its_arithmetic_is_the_packages(played):
    generator = torch.Generator().manual_seed(6)
    for V, D, read, target in ((4, 2, 1, 3), (5, 3, 2, 2), (1, 4, 0, 0), (7, 2, 6, 0)):
        rows = torch.randn(V, D, generator=generator, dtype=torch.float64)
        expected = gradient_paths(rows, torch.tensor([read]), torch.tensor([target]))
        found = played.call("paths", rows.tolist(), read, target)
        for name, part in zip(PARTS, (*expected, sum(expected)), strict=True):
            close(found[name], part)


def test_the_sum_is_the_gradient_of_a_tied_module(played):
    model = TiedTokenIO(4, 2).double()
    choices = list(product(range(4), range(4)))
    with torch.no_grad():
        model.embedding.weight.copy_(torch.tensor(Tie().table))
    found = played.each("paths", [(Tie().table, *choice) for choice in choices])
    for (read, target), paths in zip(choices, found, strict=True):
        model.zero_grad()
        logits = model(torch.tensor([read]), identity)
        torch.nn.functional.cross_entropy(logits, torch.tensor([target])).backward()
        close(paths["sum"], model.head.weight.grad)


def test_it_starts_with_the_numbers_of_the_chapter(played):
    looked, scored, together = shown(played)
    assert looked == [[0, 0], [-0.2689, -0.3655], [0, 0], [0, 0]]
    assert scored == [[0.1345, 0], [0.3655, 0], [0.1345, 0], [-0.6345, 0]]
    assert together == [[0.1345, 0], [0.0966, -0.3655], [0.1345, 0], [-0.6345, 0]]
    below = played.box.locator(".bw-heat td.bw-below").all_inner_texts()
    assert len(below) == 5 and all(text.startswith(MINUS) for text in below)


def test_an_arrow_points_against_the_slopes(played):
    x, y = (played.numbers(".bw-step line", name) for name in ("x2", "y2"))
    for arrow, row, slopes in (
        (3, (1, 1), (-0.634471, 0)),
        (4, (1, 0), (-0.268941, -0.365529)),
        (5, (1, 0), (0.096588, -0.365529)),
    ):
        moved = [one - 0.5 * slope for one, slope in zip(row, slopes, strict=True)]
        assert [x[arrow] / 110, -y[arrow] / 110] == pytest.approx(moved, abs=1e-5)


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_the_reader_chooses_the_id_and_the_target(played, by):
    read, target = (played.box.get_by_role("group", name=name) for name in ("id read", "target"))
    if by == "mouse":
        read.get_by_label("2").click()
        target.get_by_label("2").click()
    else:
        read.get_by_label("1").press("ArrowRight")
        target.get_by_label("3").press("ArrowLeft")
    assert (played.state("read"), played.state("target")) == (2, 2)
    assert played.words == typeset(Tie(read=2, target=2).words())
    assert played.box.locator(".bw-heat td.bw-mark").count() == 6
    assert not any(map(any, shown(played)[0][:2]))


def test_what_stands_in_for_it_has_the_same_numbers():
    row = ("row 1", "-0.2689", "-0.3655", "0.3655", "0", "0.0966", "-0.3655")
    assert Tie().still().body[1] == row
