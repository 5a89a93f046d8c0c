"""Converted query and key projections give the same scores under the other convention."""

import pytest
import torch

from bothends.rope import GPT_J, GPT_NEOX, LLAMA_HF, LLAMA_META, NANOCHAT, Convention, convert
from tests.bothends.rope_oracle import rotated

FOUR = [Convention(pairing, sign) for pairing in ("halves", "pairs") for sign in (1, -1)]
POSITIONS = [[5, 3, 100, 0], [7, 1, 2, 2000]]
D = 20  # on purpose not n_head * head_dim


def weights(n_head, n_kv, head_dim):
    g = torch.Generator().manual_seed(0)
    x = torch.randn(2, 4, D, generator=g, dtype=torch.float64)
    wq, wk = (
        torch.randn(n * head_dim, D, generator=g, dtype=torch.float64) / D**0.5
        for n in (n_head, n_kv)
    )
    return x, wq, wk


def scores(x, wq, wk, n_head, n_kv, convention):
    """Attention scores (B, H, T, T), rotated by matrices; one key head serves a group."""
    q, k = (
        rotated(
            (x @ w.T).unflatten(-1, (n, -1)), POSITIONS, 1e4, convention.pairing, convention.sign
        )
        for w, n in ((wq, n_head), (wk, n_kv))
    )
    return torch.einsum("bthd,bshd->bhts", q, k.repeat_interleave(n_head // n_kv, -2))


@pytest.mark.parametrize("source", FOUR)
@pytest.mark.parametrize("target", FOUR)
@pytest.mark.parametrize(
    ("n_head", "n_kv", "head_dim"), [(3, 3, 8), (6, 2, 8), (8, 2, 4), (5, 1, 4)]
)
def test_scores_stay_the_same(source, target, n_head, n_kv, head_dim):
    x, wq, wk = weights(n_head, n_kv, head_dim)
    want = scores(x, wq, wk, n_head, n_kv, source)
    wq2, wk2 = convert(wq, n_head, source, target), convert(wk, n_kv, source, target)
    got = scores(x, wq2, wk2, n_head, n_kv, target)
    torch.testing.assert_close(got, want, rtol=0, atol=1e-12)
    if source != target:
        for half_done in [(wq, wk), (wq2, wk), (wq, wk2)]:
            skipped = scores(x, *half_done, n_head, n_kv, target)
            assert (skipped - want).abs().max() > 0.01
    assert torch.equal(convert(wq2, n_head, target, source), wq)


def test_biases_and_gains_move_with_their_rows():
    x, wq, wk = weights(6, 2, 8)
    ones = torch.ones(2, 4, 1, dtype=torch.float64)
    bias = torch.linspace(-1, 1, 48, dtype=torch.float64)
    want = scores(
        torch.cat((x, ones), -1),
        torch.cat((wq, bias[:, None]), 1),
        torch.cat((wk, bias[:16, None]), 1),
        6,
        2,
        GPT_J,
    )
    moved = [
        torch.cat((convert(w, n, GPT_J, NANOCHAT), convert(b, n, GPT_J, NANOCHAT)[:, None]), 1)
        for w, b, n in ((wq, bias, 6), (wk, bias[:16], 2))
    ]
    got = scores(torch.cat((x, ones), -1), *moved, 6, 2, NANOCHAT)
    torch.testing.assert_close(got, want, rtol=0, atol=1e-12)
    assert convert(torch.arange(6.0), 1, GPT_J, GPT_NEOX).tolist() == [0, 2, 4, 1, 3, 5]


def test_the_published_conversions():
    """Meta to HF, HF back as GGUF and torchtune write it, nanochat to HF: by reshapes."""
    n, hd = 3, 8
    w = torch.arange(n * hd * 2.0).view(n * hd, 2)
    to_hf = w.view(n, hd // 2, 2, 2).transpose(1, 2).reshape(n * hd, 2)
    assert torch.equal(convert(w, n, LLAMA_META, LLAMA_HF), to_hf)
    to_gguf = w.view(n, 2, hd // 2, 2).transpose(1, 2).reshape(n * hd, 2)
    assert torch.equal(convert(w, n, LLAMA_HF, LLAMA_META), to_gguf)
    halves_swapped = w.view(n, 2, hd // 2, 2).flip(1).reshape(n * hd, 2)
    assert torch.equal(convert(w, n, NANOCHAT, LLAMA_HF), halves_swapped)


def test_returns_a_copy_on_the_same_device(device):
    w = torch.arange(8.0, device=device, dtype=torch.bfloat16)
    got = convert(w, 2, GPT_J, GPT_J)
    got += 1
    assert w.tolist() == list(range(8))
    assert (got.dtype, got.device, got.is_contiguous()) == (w.dtype, w.device, True)
    assert convert(torch.empty(8, 3, device="meta"), 2, GPT_J, NANOCHAT).is_meta
    with torch.device("meta"):
        assert convert(w, 2, GPT_J, NANOCHAT).tolist() == [1, 3, 0, 2, 5, 7, 4, 6]


@pytest.mark.parametrize("n_head", [3, 8, 0, -1, 16])
def test_rows_must_split_into_heads_of_even_size(n_head):
    with pytest.raises(ValueError, match=rf"weight has 8 rows, which n_head={n_head} .*key heads"):
        convert(torch.ones(8, 3), n_head, GPT_J, GPT_NEOX)


@pytest.mark.parametrize("part", ["first", "last"])
@pytest.mark.parametrize("source", FOUR)
@pytest.mark.parametrize("target", FOUR)
def test_only_the_rows_that_turn_are_reordered(source, target, part):
    """3 heads of 10 channels, 4 of which turn: their scores stay, and the others' rows too."""
    wq = torch.randn(30, D, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    got = convert(wq, 3, source, target, width=4, part=part).unflatten(0, (3, 10))
    heads = wq.unflatten(0, (3, 10))
    turned = slice(0, 4) if part == "first" else slice(6, 10)
    still = slice(4, 10) if part == "first" else slice(0, 6)
    assert torch.equal(got[:, still], heads[:, still])
    alone = convert(heads[:, turned].flatten(0, 1), 3, source, target)
    assert torch.equal(got[:, turned].flatten(0, 1), alone)


@pytest.mark.parametrize("width", [0, 3, 12])
def test_a_width_that_does_not_fit_the_head(width):
    with pytest.raises(ValueError, match=rf"{width} channels .* head of 10.*even number, 2 to 10"):
        convert(torch.ones(30, D), 3, GPT_J, GPT_NEOX, width=width)
