"""Slowed frequencies against transformers, against formulas in Python floats, and by hand."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from transformers import LlamaConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

from bothends.rope import inverse_frequencies
from bothends.scaling import (
    NTK,
    DynamicNTK,
    Linear,
    Llama3,
    Proportional,
    YaRN,
    base_frequencies,
)

LENGTH = 16_384
EACH_HEAD = pytest.mark.parametrize(
    ("head_dim", "base"), [(64, 1e4), (128, 5e5), (8, 1e5), (128, 1e4)]
)
EACH_FACTOR = pytest.mark.parametrize("factor", [1, 2.0, 8, 40])


def theirs(kind, head_dim, base, seq_len=None, **parameters):
    config = LlamaConfig(
        hidden_size=8 * head_dim,
        num_attention_heads=8,
        head_dim=head_dim,
        max_position_embeddings=LENGTH,
        rope_parameters={"rope_type": kind, "rope_theta": base, **parameters},
    )
    return ROPE_INIT_FUNCTIONS[kind](config, torch.device("cpu"), seq_len=seq_len)


def equal(scaling, head_dim, base, want, seq_len=None):
    theta, factor = want
    got = scaling.frequencies(head_dim, base, seq_len)
    assert got.dtype == torch.float64
    torch.testing.assert_close(got, theta.double(), rtol=0, atol=1e-6)
    # Small frequencies too, each by its own size; their exponents are float32.
    torch.testing.assert_close(got, theta.double(), rtol=5e-6, atol=0)
    assert scaling.attention_factor == pytest.approx(factor, abs=1e-6)


@EACH_HEAD
@EACH_FACTOR
def test_linear_equals_transformers(head_dim, base, factor):
    equal(Linear(factor), head_dim, base, theirs("linear", head_dim, base, factor=factor))


@EACH_HEAD
@EACH_FACTOR
@pytest.mark.parametrize("seq_len", [None, 1, LENGTH, LENGTH + 1, 3 * LENGTH])
def test_dynamic_equals_transformers(head_dim, base, factor, seq_len):
    want = theirs("dynamic", head_dim, base, seq_len, factor=factor)
    equal(DynamicNTK(factor, LENGTH), head_dim, base, want, seq_len)


@EACH_HEAD
@EACH_FACTOR
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"beta_fast": 16.0, "beta_slow": 2.0},
        {"mscale": 0.707, "mscale_all_dim": 1.0},
        {"mscale": 1.0, "mscale_all_dim": 1.0},
        {"truncate": False},
        {"truncate": False, "beta_fast": 16.0, "beta_slow": 2.0},
        {"attention_factor": 1.25},
    ],
)
@pytest.mark.parametrize("length", [32, 2048])
def test_yarn_equals_transformers(head_dim, base, factor, length, more):
    want = theirs(
        "yarn", head_dim, base, factor=factor, original_max_position_embeddings=length, **more
    )
    equal(YaRN(factor, length, **more), head_dim, base, want)


def test_yarns_ramp_ends_at_the_last_channel():
    """With base 4 the ramp from pair 0 would end at pair 11; both codes end it at head_dim - 1."""
    want = theirs("yarn", 8, 4.0, factor=4.0, original_max_position_embeddings=256)
    equal(YaRN(4.0, 256), 8, 4.0, want)


@EACH_HEAD
@EACH_FACTOR
@pytest.mark.parametrize(("low", "high"), [(1.0, 4.0), (0.5, 8.0)])
def test_llama3_equals_transformers(head_dim, base, factor, low, high):
    want = theirs(
        "llama3",
        head_dim,
        base,
        factor=factor,
        low_freq_factor=low,
        high_freq_factor=high,
        original_max_position_embeddings=8192,
    )
    equal(Llama3(factor, low, high, 8192), head_dim, base, want)


@EACH_HEAD
def test_the_papers_ramp_in_turns(head_dim, base):
    """Eq. 18 to 20, pair by pair; the code's ramp differs."""
    scaling = YaRN(4, 4096, ramp="turns")
    for i, got in enumerate(scaling.frequencies(head_dim, base).tolist()):
        theta = base ** (-2 * i / head_dim)
        turns = 4096 * theta / (2 * math.pi)
        gamma = 0.0 if turns < 1 else 1.0 if turns > 32 else (turns - 1) / (32 - 1)
        assert got == pytest.approx((1 - gamma) * theta / 4 + gamma * theta, rel=1e-12)


def test_ntk_by_hand():
    theta = base_frequencies(128, 1e4)
    ratio = NTK(4).frequencies(128, 1e4) / theta
    assert (ratio[0].item(), ratio[-1].item()) == (1, pytest.approx(0.25, rel=1e-12))
    larger = base_frequencies(128, 40_889.94)
    torch.testing.assert_close(NTK(4).frequencies(128, 1e4), larger, rtol=1e-6, atol=0)
    assert NTK(4).frequencies(2, 1e4).tolist() == [1]


@EACH_HEAD
def test_ntk_pair_by_pair(head_dim, base):
    larger = base * 4 ** (head_dim / (head_dim - 2))
    want = [larger ** (-2 * i / head_dim) for i in range(head_dim // 2)]
    assert NTK(4).frequencies(head_dim, base).tolist() == pytest.approx(want, rel=1e-13)


ALL = [
    Linear(4),
    NTK(4),
    DynamicNTK(4, 512),
    YaRN(4, 512),
    YaRN(4, 512, ramp="turns"),
    YaRN(4, 512, truncate=False),
    Llama3(4, 1, 4, 512),
    Proportional(4, share=0.5),
]


@pytest.mark.parametrize("scaling", ALL, ids=repr)
@given(half=st.integers(1, 64), base=st.floats(2, 1e6), seq_len=st.none() | st.integers(1, 2048))
def test_never_faster_and_in_order(scaling, half, base, seq_len):
    theta = base_frequencies(2 * half, base)
    slowed = scaling.frequencies(2 * half, base, seq_len)
    assert slowed.shape == theta.shape
    assert (slowed <= theta * (1 + 1e-12)).all()
    turned = slowed[slowed > 0]
    assert (turned >= theta[: len(turned)] / 13 * (1 - 1e-12)).all()  # DynamicNTK at 4 * 512
    assert torch.equal(
        slowed, inverse_frequencies(2 * half, base, scaling=scaling, seq_len=seq_len)
    )


@pytest.mark.parametrize("scaling", ALL, ids=repr)
def test_devices(scaling, device):
    assert scaling.frequencies(8, 1e4, device=device).device.type == device.type
    with torch.device("meta"):
        assert scaling.frequencies(8, 1e4).is_cpu
    assert scaling.frequencies(8, 1e4, device="meta").is_meta
    assert inverse_frequencies(8, 1e4, scaling=scaling, device="meta").is_meta
