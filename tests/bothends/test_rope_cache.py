"""The cache: its limits, and everything that a model does to its buffers."""

import copy

import pytest
import torch
from torch import nn

from bothends.rope import RopeCache, rotate, tables
from bothends.scaling import DynamicNTK, YaRN


def same(cache, max_len=16, head_dim=8, **options):
    cos, sin = tables(torch.arange(max_len), head_dim, base=1e4, **options)
    return torch.equal(cache.cos.cpu(), cos) and torch.equal(cache.sin.cpu(), sin)


def test_hands_out_rows(device):
    cache = RopeCache(16, 8, base=1e4, device=device)
    cos, sin = tables(torch.arange(5, 9, device=device), 8, base=1e4)
    assert all(torch.equal(*pair) for pair in zip(cache.at(5, 4), (cos, sin), strict=True))
    assert cache.at(0, 16)[0].shape == (16, 4)
    assert cache.at(15, 1)[1].shape == (1, 4)
    assert cache.at(16, 0)[0].shape == (0, 4)
    assert cache.cos.device.type == device.type


@pytest.mark.parametrize("offset", range(13))
def test_prefill_and_decoding_equal_one_pass(offset):
    g = torch.Generator().manual_seed(0)
    x = torch.randn(2, 16, 3, 8, generator=g)
    cache = RopeCache(16, 8, base=1e4)

    def turn(first, last):
        return rotate(x[:, first:last], *cache.at(first, last - first), pairing="halves", sign=-1)

    parts = [turn(0, offset), turn(offset, offset + 3)]
    parts += [turn(t, t + 1) for t in range(offset + 3, 16)]
    assert torch.equal(torch.cat(parts, 1), turn(0, 16))


@pytest.mark.parametrize(
    ("offset", "length"), [(16, 1), (15, 2), (0, 17), (80, 1), (-1, 1), (3, -1)]
)
def test_positions_outside_the_tables_are_refused(offset, length):
    with pytest.raises(ValueError) as error:
        RopeCache(16, 8, base=1e4).at(offset, length)
    message = str(error.value)
    assert f"offset={offset} and length={length}" in message
    assert "holds 0 to 15" in message
    assert f"max_len >= {offset + length}" in message or offset < 0 or length < 0


def test_a_cache_holds_something():
    assert RopeCache(1, 8, base=1e4).at(0, 1)[0].tolist() == [[1, 1, 1, 1]]
    with pytest.raises(ValueError, match="max_len=0"):
        RopeCache(0, 8, base=1e4)
    with pytest.raises(ValueError, match="head_dim=7"):
        RopeCache(4, 7, base=1e4)


def test_options_reach_the_tables():
    for options in (
        {"scaling": YaRN(4.0, 8)},
        {"scaling": DynamicNTK(4.0, 8), "seq_len": 16},
        {"dtype": torch.bfloat16},
    ):
        assert same(RopeCache(16, 8, base=1e4, **options), **options)
    assert not same(RopeCache(16, 8, base=1e4, scaling=DynamicNTK(4.0, 8), seq_len=16))


class Model(nn.Module):
    def __init__(self, device=None):
        super().__init__()
        self.proj = nn.Linear(8, 8, device=device)
        self.rope = RopeCache(16, 8, base=1e4, device=device or "cpu")

    def forward(self, x, offset=0):
        x = self.proj(x)
        return rotate(x, *self.rope.at(offset, x.shape[-3]), pairing="pairs", sign=1)


@pytest.mark.parametrize(
    "cast",
    [
        lambda m: m.bfloat16(),
        lambda m: m.half(),
        lambda m: m.double(),
        lambda m: m.to(torch.bfloat16),
    ],
)
def test_a_cast_of_the_model_leaves_the_tables_alone(cast):
    """`Module.to` casts every float buffer, and casting back does not restore it (A64)."""
    model = cast(Model())
    assert model.proj.weight.dtype != torch.float32
    assert same(model.rope)
    assert same(model.float().rope)
    assert model(torch.ones(1, 4, 2, 8)).dtype == torch.float32


def test_untrained_and_unsaved():
    model = Model()
    assert list(model.state_dict()) == ["proj.weight", "proj.bias"]
    assert [name for name, _ in model.named_buffers()] == ["rope.cos", "rope.sin"]
    assert len(list(model.parameters())) == 2
    Model().load_state_dict(model.state_dict())


def test_a_copy_is_its_own():
    model = Model()
    twin = copy.deepcopy(model)
    twin.rope.cos.zero_()
    assert same(model.rope)
    assert same(twin.to(torch.bfloat16).rope)


def test_materialised_from_meta(device):
    """`to_empty` gives memory without values; no checkpoint would bring these back (A75)."""
    model = Model("meta")
    assert model.rope.cos.is_meta
    model.to_empty(device=device)
    assert same(model.rope)
    with torch.device("meta"):
        model = Model()
    assert model.proj.weight.is_meta
    assert same(model.to_empty(device=device).rope)
    x = torch.ones(1, 1, 1, 8, device=device)
    assert not torch.equal(rotate(x, *model.rope.at(7, 1), pairing="halves", sign=1), x)


@pytest.mark.parametrize("touch", [lambda m: m, lambda m: m.bfloat16().float()])
def test_training_after_inference_mode(touch):
    with torch.inference_mode():
        cache = touch(RopeCache(16, 8, base=1e4))
        rotate(torch.ones(1, 4, 2, 8), *cache.at(0, 4), pairing="halves", sign=1)
    x = torch.ones(1, 4, 2, 8, requires_grad=True)
    rotate(x, *cache.at(0, 4), pairing="halves", sign=1).sum().backward()
    assert x.grad is not None


@pytest.mark.filterwarnings("ignore:`torch.jit.script_method` is deprecated:DeprecationWarning")
def test_compiled_at_several_offsets(as_learner, compiler):
    model = Model()
    compiled = torch.compile(model, fullgraph=True)
    g = torch.Generator().manual_seed(0)
    x = torch.randn(2, 3, 2, 8, generator=g)
    for offset in (0, 1, 5, 13):
        torch.testing.assert_close(compiled(x, offset), model(x, offset))
    with pytest.raises(ValueError, match="offset=14 and length=3"):
        torch.compile(model, backend="eager")(x, 14)


def test_prints_what_was_asked_for():
    assert repr(RopeCache(16, 8, base=100_000)) == "RopeCache(16, 8, base=100000)"
