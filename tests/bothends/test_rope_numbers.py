"""Numbers worked by hand, and the published mistakes that would give other ones.

"A58" and the like are the book's case numbers.
"""

import pytest
import torch

from bothends.rope import (
    GPT_J,
    GPT_NEOX,
    LLAMA_HF,
    LLAMA_META,
    NANOCHAT,
    ROFORMER,
    Convention,
    RopeCache,
    convert,
    inverse_frequencies,
    rotate,
    tables,
)

X = Q = [1.0, 2, 3, 4]
K = [0.5, -1, 2, 0]


def turned(vector, position, pairing="halves", sign=1, base=1e4):
    x = torch.tensor([[vector]], dtype=torch.float64)
    cos, sin = tables(torch.tensor([position]), len(vector), base=base, dtype=torch.float64)
    return rotate(x, cos, sin, pairing=pairing, sign=sign)[0, 0]


def score(m, n, pairing="halves", sign=1):
    return (turned(Q, m, pairing, sign) @ turned(K, n, pairing, sign)).item()


def near(value):
    return pytest.approx(value, abs=5e-7)


def test_a58_two_layouts():
    halves = [-1.984111, 1.959901, 2.462378, 4.0198]
    pairs = [-1.142640, 1.922076, 2.959851, 4.0298]
    assert turned(X, 1, "halves").tolist() == near(halves)
    assert turned(X, 1, "pairs").tolist() == near(pairs)
    order = [0, 2, 1, 3]
    assert turned([X[i] for i in order], 1, "halves")[order].tolist() == near(pairs)


def test_a59_mixed_layouts_are_no_rotation():
    def mixed(vector, position):
        cos, sin = tables(torch.tensor([position]), 4, base=1e4, dtype=torch.float64)
        x = torch.tensor(vector, dtype=torch.float64)
        partner = torch.stack((-x[1::2], x[::2]), -1).flatten()
        return x * cos[0].repeat(2) + partner * sin[0].repeat(2)

    assert mixed(X, 0).norm().item() == pytest.approx(5.477, abs=1e-3)
    assert mixed(X, 1).norm().item() == pytest.approx(4.963, abs=1e-3)
    at = [(5, 3), (12, 10), (105, 103)]
    scores = [(mixed(Q, m) @ mixed(K, n)).item() for m, n in at]
    assert scores == pytest.approx([-11.826, -10.822, 3.166], abs=1e-3)
    for pairing, constant in [("halves", -4.169911), ("pairs", 4.644436)]:
        assert [score(m, n, pairing) for m, n in at] == near([constant] * 3)


@pytest.mark.parametrize(
    ("pairing", "sign", "want"),
    [
        ("halves", 1, -4.169911),
        ("pairs", 1, 4.644436),
        ("halves", -1, -5.239198),
        ("pairs", -1, 8.601604),
    ],
)
def test_a60_each_convention_has_its_own_score(pairing, sign, want):
    assert score(5, 3, pairing, sign) == near(want)
    assert score(5, 3, pairing, sign) == near(score(3, 5, pairing, -sign))
    assert score(105, 103, pairing, sign) == near(want)
    assert score(7, 7, pairing, sign) == near(4.5)


def test_a60_signs():
    assert turned([1.0, 0], 1).tolist() == near([0.540302, 0.841471])
    assert turned([1.0, 0], 1, sign=-1).tolist() == near([0.540302, -0.841471])
    flip = torch.tensor([1, 1, -1, -1])
    q, k = ((torch.tensor(v) * flip).tolist() for v in (Q, K))
    assert (turned(q, 5, sign=-1) @ turned(k, 3, sign=-1)).item() == near(-4.169911)
    mixed = [(turned(Q, m) @ turned(K, n, sign=-1)).item() for m, n in [(5, 3), (12, 10)]]
    assert mixed == pytest.approx([-2.125, -7.583], abs=1e-3)


def test_a61_keys_have_their_own_number_of_heads():
    rows = torch.arange(8.0)
    assert convert(rows, 2, GPT_NEOX, GPT_J).tolist() == [0, 2, 1, 3, 4, 6, 5, 7]
    assert convert(rows, 4, GPT_NEOX, GPT_J).tolist() == list(range(8))


def test_a63_positions_stay_integers():
    assert torch.arange(255, 260).bfloat16().tolist() == [255, 256, 256, 258, 260]
    cos, _ = tables(torch.arange(255, 260), 2, base=1e4)
    assert len(set(cos[:, 0].tolist())) == 5


def test_a66_a_slice_shrinks_where_the_cache_raises():
    cache = RopeCache(8, 2, base=1e4)
    assert cache.cos[8:9].shape == (0, 1)
    assert cache.cos[7:10].tolist() == [near([0.753902])]
    assert cache.at(7, 1)[0].tolist() == [near([0.753902])]
    longer = RopeCache(10, 2, base=1e4)
    assert longer.at(7, 3)[0][:, 0].tolist() == near([0.753902, -0.145500, -0.911130])
    for offset, length in [(8, 1), (7, 3), (6, 3)]:
        with pytest.raises(ValueError, match=f"offset={offset} and length={length}"):
            cache.at(offset, length)


def test_a67_a_new_token_keeps_its_absolute_position():
    assert score(5, 3) == near(-4.169911)
    assert score(0, 3) == near(-8.624593)


def test_a69_left_padding_needs_one_count_for_every_step():
    mask = torch.tensor([[0, 0, 1, 1, 1], [1, 1, 1, 1, 1]])
    positions = (mask.cumsum(-1) - 1).masked_fill(mask == 0, 1)
    assert positions.tolist() == [[1, 1, 0, 1, 2], [0, 1, 2, 3, 4]]
    g = torch.Generator().manual_seed(0)
    x = torch.randn(1, 4, 1, 8, generator=g, dtype=torch.float64)

    def scores(positions):
        cos, sin = tables(torch.tensor(positions), 8, base=1e4, dtype=torch.float64)
        y = rotate(x, cos, sin, pairing="halves", sign=1)[0, :, 0]
        return y @ y.T

    right = scores([0, 1, 2, 3])
    torch.testing.assert_close(scores([3, 4, 5, 6]), right, rtol=0, atol=1e-12)
    assert (scores([0, 1, 2, 6]) - right).abs().max() > 0.1


def test_a70_heads_mistaken_for_positions():
    ones, positions = torch.ones(1, 3, 3, 4), torch.arange(3)
    cos, sin = tables(positions, 4, base=1e4)
    right = rotate(ones, cos, sin, pairing="halves", sign=1)  # (B, T, H, head_dim)
    assert right[0, :, 0, 0].tolist() == near([1, -0.301169, -1.325444])
    wrong = right  # what (B, H, T, head_dim) of the same shape would get, read so
    assert wrong[0, 0, :, 0].tolist() == [1, 1, 1]
    with pytest.raises(ValueError, match="heads stand before positions"):
        rotate(torch.ones(1, 2, 3, 4), cos, sin, pairing="halves", sign=1)


def test_a74_partial_rotation_counts_the_rotated_channels():
    assert inverse_frequencies(4, 1e4).tolist() == near([1, 0.01])
    assert inverse_frequencies(8, 1e4)[:2].tolist() == near([1, 0.1])
    x = torch.arange(8.0).view(1, 1, 8)
    cos, sin = tables(torch.tensor([100]), 4, base=1e4)
    got = torch.cat((rotate(x[..., :4], cos, sin, pairing="pairs", sign=1), x[..., 4:]), -1)
    assert torch.equal(got[..., 4:], x[..., 4:])
    a, b = 2.0, 3.0
    c, s = 0.540302, 0.841471  # the second pair has turned by 100 * 0.01 = 1 radian
    assert got[0, 0, 2:4].tolist() == pytest.approx([a * c - b * s, a * s + b * c], abs=1e-5)


def test_a76_the_base_decides_the_longest_wavelength():
    longest = {1e4: 54_410, 1e5: 524_874, 5e5: 2_559_196, 1e6: 5_063_256}
    for base, tokens in longest.items():
        assert round((2 * torch.pi / inverse_frequencies(128, base)[-1]).item()) == tokens
    assert 1000 * inverse_frequencies(128, 1e4)[16].item() == pytest.approx(100.0)
    assert 1000 * inverse_frequencies(128, 5e5)[16].item() == pytest.approx(37.606, abs=1e-3)


def test_a78_repeating_key_heads_and_rotating_commute():
    keys = torch.tensor([10.0, 20]).view(1, 1, 2, 1).expand(1, 3, 2, 4)
    assert keys[0, 0, :, 0].repeat_interleave(2).tolist() == [10, 10, 20, 20]
    cos, sin = tables(torch.arange(3), 4, base=1e4)

    def turn(x):
        return rotate(x, cos, sin, pairing="halves", sign=1)

    assert torch.equal(turn(keys.repeat_interleave(2, -2)), turn(keys).repeat_interleave(2, -2))


def test_a82_keys_are_rotated_once():
    again = turned(turned(K, 3).tolist(), 3)
    assert (turned(Q, 5) @ again).item() == near(1.051330)
    assert score(5, 6) == near(1.051330)
    both = turned(turned(Q, 5).tolist(), 5) @ again
    assert both.item() == near(-6.465528)
    assert score(10, 6) == near(-6.465528)


def test_a83_a_lost_sine_shrinks_the_norm():
    x = torch.ones(1000, 1, 128, dtype=torch.float64)
    cos, sin = tables(torch.arange(1000), 128, base=1e4, dtype=torch.float64)
    whole = rotate(x, cos, sin, pairing="halves", sign=1)
    assert (whole.norm() / x.norm()).item() == near(1)
    lost = rotate(x[..., :2], cos[:, :1], 0 * sin[:, :1], pairing="halves", sign=1)
    assert (lost.norm() / x[..., :2].norm()).item() == near(0.707454)


def test_the_published_conventions():
    assert ROFORMER == LLAMA_META == GPT_J == Convention("pairs", 1)
    assert LLAMA_HF == GPT_NEOX == Convention("halves", 1)
    assert Convention("halves", -1) == NANOCHAT


@pytest.mark.parametrize(
    ("pairing", "sign", "message"),
    [("half", 1, "pairing='half' is unknown"), ("halves", 0, "sign=0 is no direction")],
)
def test_a_convention_is_one_of_four(pairing, sign, message):
    with pytest.raises(ValueError, match=message):
        Convention(pairing, sign)
