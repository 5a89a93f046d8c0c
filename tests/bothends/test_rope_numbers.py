"""The four conventions, by numbers worked by hand: chapter 17's table of scores."""

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
    rotate,
    tables,
)

Q, K = [1.0, 2, 3, 4], [0.5, -1, 2, 0]


def turned(vector, position, pairing="halves", sign=1):
    x = torch.tensor([[vector]], dtype=torch.float64)
    cos, sin = tables(torch.tensor([position]), len(vector), base=1e4, dtype=torch.float64)
    return rotate(x, cos, sin, pairing=pairing, sign=sign)[0, 0]


def near(value):
    return pytest.approx(value, abs=5e-7)


@pytest.mark.parametrize(
    ("pairing", "sign", "want", "back", "landing"),
    [
        ("halves", 1, -4.169911, -5.239198, [0.540302, 0, 0.841471, 0]),
        ("halves", -1, -5.239198, -4.169911, [0.540302, 0, -0.841471, 0]),
        ("pairs", 1, 4.644436, 8.601604, [0.540302, 0.841471, 0, 0]),
        ("pairs", -1, 8.601604, 4.644436, [0.540302, -0.841471, 0, 0]),
    ],
)
def test_each_convention_has_its_own_score(pairing, sign, want, back, landing):
    def score(m, n):
        return (turned(Q, m, pairing, sign) @ turned(K, n, pairing, sign)).item()

    assert (score(5, 3), score(3, 5), score(105, 103)) == (near(want), near(back), near(want))
    assert score(7, 7) == near(4.5)
    assert turned([1.0, 0, 0, 0], 1, pairing, sign).tolist() == near(landing)


def test_a_sign_may_be_moved_into_the_weights_but_not_mixed():
    flip = torch.tensor([1, 1, -1, -1])
    q, k = ((torch.tensor(v) * flip).tolist() for v in (Q, K))
    assert (turned(q, 5, sign=-1) @ turned(k, 3, sign=-1)).item() == near(-4.169911)
    mixed = [(turned(Q, m) @ turned(K, n, sign=-1)).item() for m, n in [(5, 3), (12, 10)]]
    assert mixed == pytest.approx([-2.125, -7.583], abs=1e-3)


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
