"""What one way to rotate refuses, and makes of inference mode, its twins do too."""

from functools import partial

import pytest
import torch

from bothends import rope
from tests.bothends.test_twins import EACH_MODE, each
from tests.bothends.twins import numbers, refusal

pytestmark = pytest.mark.usefixtures("as_learner")

X = numbers(2, 3, 1, 8)
COS, SIN = rope.tables(torch.arange(3), 8, base=1e4, dtype=torch.float64)
BAD_ROTATIONS = {
    "tables of other positions": (
        {"x": X[:, :2]},
        ValueError,
        "cos has shape (3, 4) and sin (3, 4), but x of shape (2, 2, 1, 8), read as "
        "(..., T, H, head_dim), needs (2, 4): make tables for exactly these positions, or "
        "x.transpose(-3, -2) if heads stand before positions",
    ),
    "integers": (
        {"x": X.long()},
        TypeError,
        "x has dtype torch.int64, which cannot hold a rotation: use x.float()",
    ),
    "an odd head": (
        {"x": X[..., :7]},
        ValueError,
        "x has an odd head_dim, 7: rotation turns pairs of channels; rotate an even part, "
        "part='first' or part='last'",
    ),
    "tables on another device": (
        {"cos": COS.to("meta"), "sin": SIN.to("meta")},
        ValueError,
        "x and cos are on two devices, cpu and meta: move both to one, such as cos.to('cpu')",
    ),
    "one table on another device": (
        {"sin": SIN.to("meta")},
        ValueError,
        "x and sin are on two devices, cpu and meta: move both to one, such as sin.to('cpu')",
    ),
}
TURNS = [
    pytest.param(pairing, compiled, gradient, id=f"{pairing} {compiled} {gradient}")
    for pairing in ("halves", "pairs")
    for compiled in ("eager", "compiled")
    for gradient in ("free", "trained")
]
BAD_TABLES = {
    "odd": ({"head_dim": 7}, "head_dim=7, but rotation turns pairs"),
    "no base": ({"base": 1}, "base=1, but frequencies fall"),
    "no fractions": (
        {"dtype": torch.int64},
        "dtype=torch.int64 cannot hold cosines: use a float, such as torch.float32",
    ),
}


class TestRotation:
    @pytest.mark.parametrize(("pairing", "compiled", "gradient"), TURNS)
    @each(BAD_ROTATIONS)
    def test_what_is_refused(self, case, pairing, compiled, gradient, monkeypatch):
        change, error, text = case
        arguments = {"x": X, "cos": COS, "sin": SIN} | change
        if gradient == "trained" and arguments["x"].is_floating_point():
            arguments["x"] = arguments["x"].clone().requires_grad_()
        monkeypatch.setattr(torch.compiler, "is_compiling", lambda: compiled == "compiled")
        assert refusal(lambda: rope.rotate(**arguments, pairing=pairing, sign=1)) == (error, text)

    @pytest.mark.parametrize("part", [None, "first", "last"])
    @pytest.mark.parametrize("pairing", ["halves", "pairs"])
    def test_tables_from_inference_mode_train(self, pairing, part):
        width = 8 if part is None else 4
        with torch.inference_mode():
            made = rope.tables(torch.arange(3), width, base=1e4)
            cache = rope.RopeCache(3, width, base=1e4).at(0, 3)
            foreign = tuple(table.clone() for table in made)
        x = X.clone().requires_grad_()
        want = None
        for tables in (rope.tables(torch.arange(3), width, base=1e4), made, cache, foreign):
            turned = rope.rotate(x, *tables, pairing=pairing, sign=1, part=part)
            (grad,) = torch.autograd.grad(turned.square().sum() + turned[..., 0].sum(), x)
            want = grad if want is None else want
            assert torch.equal(grad, want)

    @EACH_MODE
    @each(BAD_TABLES)
    def test_tables_and_their_cache_refuse_the_same(self, case, mode):
        change, text = case
        options = {"head_dim": 8, "base": 1e4} | change
        with mode():
            for path in (partial(rope.tables, torch.arange(3)), partial(rope.RopeCache, 3)):
                error, said = refusal(lambda path=path: path(**options))
                assert error is ValueError
                assert said.startswith(text)
