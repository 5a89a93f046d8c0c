"""Frequencies and tables of cos and sin, against Python floats and the papers' numbers."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bothends.rope import inverse_frequencies, tables
from bothends.scaling import YaRN
from bothends.scaling.base import angle_dtype


@given(
    half=st.integers(1, 128),
    base=st.floats(1.5, 1e7),
    position=st.integers(0, 1_000_000),
)
def test_equal_to_python_floats(half, base, position):
    theta = inverse_frequencies(2 * half, base)
    want = [base ** (-2 * i / (2 * half)) for i in range(half)]
    assert theta.dtype == torch.float64
    assert theta.tolist() == pytest.approx(want, rel=1e-14)
    cos, sin = tables(torch.tensor([position]), 2 * half, base=base, dtype=torch.float64)
    # position * theta is off by at most a few units of 2^-53, relative.
    slack = 1e-15 * max(position, 10)
    assert cos[0].tolist() == pytest.approx([math.cos(position * t) for t in want], abs=slack)
    assert sin[0].tolist() == pytest.approx([math.sin(position * t) for t in want], abs=slack)


@pytest.mark.parametrize("positions", [[], [0], [7, 3, 7, 100_000], [[2, 0, 9], [0, 1, 2]]])
@pytest.mark.parametrize("dtype", [torch.int32, torch.int64])
def test_any_positions_in_any_order(positions, dtype, device):
    positions = torch.tensor(positions, dtype=dtype, device=device)
    cos, sin = tables(positions, 6, base=100.0)
    assert cos.shape == sin.shape == (*positions.shape, 3)
    assert (cos.dtype, cos.device, sin.device) == (
        torch.float32,
        positions.device,
        positions.device,
    )
    for index in torch.ones_like(positions, dtype=bool).nonzero().tolist():
        alone = tables(positions[tuple(index)][None], 6, base=100.0)
        assert torch.equal(cos[tuple(index)], alone[0][0])
        assert torch.equal(sin[tuple(index)], alone[1][0])


def test_every_entry_within_1e_6_up_to_20_480():
    positions = torch.arange(20_480)
    for got, want in zip(
        tables(positions, 128, base=1e5),
        tables(positions, 128, base=1e5, dtype=torch.float64),
        strict=True,
    ):
        torch.testing.assert_close(got.double(), want, rtol=0, atol=1e-6)


def test_cast_last():
    """bfloat16 tables are the rounded float64 ones; bfloat16 angles would be worthless (A62)."""
    positions = torch.arange(2048)
    wide = tables(positions, 32, base=1e4, dtype=torch.float64)[0]
    cos = tables(positions, 32, base=1e4, dtype=torch.bfloat16)[0]
    assert torch.equal(cos, wide.bfloat16())
    assert (cos.double() - wide).abs().max() < 0.00196


def test_the_widest_float_of_each_device():
    assert angle_dtype("cpu") == angle_dtype(torch.device("cuda:1")) == torch.float64
    assert angle_dtype("mps") == torch.float32


def test_nothing_is_created_on_a_default_device(device):
    meta = torch.empty(2, 3, dtype=torch.int64, device="meta")
    assert all(table.is_meta for table in tables(meta, 4, base=1e4))
    with torch.device("meta"):
        assert inverse_frequencies(4, 1e4, device=device).device.type == device.type
        positions = torch.tensor([1], device=device)
        assert tables(positions, 4, base=1e4)[0].device.type == device.type


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.bool, torch.int16])
def test_positions_are_int32_or_int64(dtype, as_learner):
    with pytest.raises(TypeError, match=rf"{dtype}.*int32 or int64"):
        tables(torch.ones(2, dtype=dtype), 4, base=1e4)


@pytest.mark.parametrize("head_dim", [5, 1, 0, -2])
def test_head_dim_is_even(head_dim):
    for call in (inverse_frequencies, lambda d, b: tables(torch.arange(3), d, base=b)):
        with pytest.raises(ValueError, match=rf"head_dim={head_dim}, .*even"):
            call(head_dim, 1e4)


@pytest.mark.parametrize("base", [1.0, 0.0, -10.0, math.nan])
def test_base_is_above_one(base):
    assert inverse_frequencies(4, 1.5).tolist() == pytest.approx([1, 1.5**-0.5], rel=1e-14)
    with pytest.raises(ValueError, match=rf"base={base}, .*10000"):
        inverse_frequencies(4, base)


@pytest.mark.parametrize("scaling", [None, YaRN(4, 16)])
def test_tables_made_in_inference_mode_take_part_in_training(scaling):
    """Also in code that turns by itself."""
    with torch.inference_mode():
        cos, sin = tables(torch.arange(3), 4, base=1e4, scaling=scaling)
    assert not (cos.is_inference() or sin.is_inference())
    x = torch.ones(3, 2, requires_grad=True)
    (x * cos).sum().backward()
    assert torch.equal(x.grad, cos)
