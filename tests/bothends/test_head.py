"""Logits, targets and loss, against hand numbers, `F.cross_entropy` and the math module."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional as F

from bothends.head import (
    next_token_targets,
    project,
    softcap,
    token_loss,
    token_loss_grad,
)

TABLE = [[0.0, 0], [1, 0], [0, 2], [1, 1]]
BY_HAND = [
    ([1.0, 2], 3, 1.361849, [0.012755, 0.034671, 0.696387, -0.743813], [-0.709142, 0.648962]),
    ([1.0, 1], 3, 0.917576, [0.054065, 0.146963, 0.399486, -0.600514], [-0.453551, 0.198459]),
    ([2.0, 1], 1, 1.579724, [0.027883, -0.793968, 0.206032, 0.560053], [-0.233915, 0.972117]),
]


def close(got, want, **tolerance):
    want = torch.as_tensor(want, dtype=got.dtype, device=got.device)
    torch.testing.assert_close(got, want, **(tolerance or {"rtol": 0, "atol": 1e-6}))


@pytest.mark.parametrize(("h", "target", "loss", "dz", "dh"), BY_HAND)
def test_four_rows_by_hand(h, target, loss, dz, dh, device):
    table = torch.tensor(TABLE, device=device, requires_grad=True)
    hidden = torch.tensor(h, device=device, requires_grad=True)
    targets = torch.tensor(target, device=device)
    logits = project(hidden, table)
    got = token_loss(logits, targets)
    got.mean.backward()
    close(got.mean, loss)
    close(token_loss_grad(logits, targets), dz)
    close(hidden.grad, dh)
    close(table.grad, [[slope * x for x in h] for slope in dz], rtol=0, atol=2e-6)


def test_project_adds_the_bias_and_keeps_leading_axes(device):
    hidden = torch.tensor([[[1.0, 2]]], device=device)
    bias = torch.tensor([10.0, 20, 30, 40], device=device)
    table = torch.tensor(TABLE, device=device)
    assert project(hidden, table).tolist() == [[[0, 1, 4, 3]]]
    assert project(hidden, table, bias).tolist() == [[[10, 21, 34, 43]]]
    assert project(hidden, table, bias, vocab_size=2).tolist() == [[[10, 21]]]


def test_the_crop_may_leave_one_row_or_all():
    hidden, table = torch.tensor([1.0, 2]), torch.tensor(TABLE)
    assert project(hidden, table, vocab_size=1).tolist() == [0]
    assert project(hidden, table, vocab_size=4).tolist() == [0, 1, 4, 3]


def test_softcap_by_hand(device):
    z = torch.tensor([0.0, 15, 30, -math.inf], device=device, requires_grad=True)
    close(softcap(z, 15.0), [0, 11.423912, 14.460414, -15], rtol=0, atol=1e-5)
    (slope,) = torch.autograd.grad(softcap(z[:3], 15.0).sum(), z)
    close(slope[:3], [1, 0.419974, 0.070651])


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_softcap_rounds_once(dtype):
    z = torch.linspace(-40, 40, 999).to(dtype)
    want = [15 * math.tanh(v / 15) for v in z.tolist()]
    close(softcap(z, 15.0), want, rtol=0, atol=0)


def test_targets_are_the_ids_moved_by_one(device):
    ids = torch.tensor([[1, 2, 3], [4, 5, 0]], device=device)
    assert next_token_targets(ids).tolist() == [[2, 3, -100], [5, 0, -100]]
    assert next_token_targets(ids.int(), ignore_index=-1).tolist() == [[2, 3, -1], [5, 0, -1]]
    assert next_token_targets(ids.int()).dtype == torch.int32
    assert ids.tolist() == [[1, 2, 3], [4, 5, 0]]


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32, torch.uint8, torch.bool])
def test_the_mask_keeps_the_real_end_of_text(dtype, device):
    """Pad and end of text are both 2; a mask by value would lose the real one."""
    ids = torch.tensor([[5, 6, 2, 2, 2], [2, 2, 7, 8, 2]], device=device)
    mask = torch.tensor([[1, 1, 1, 0, 0], [0, 0, 1, 1, 1]], device=device).to(dtype)
    want = [[6, 2, -100, -100, -100], [-100, -100, 8, 2, -100]]
    assert next_token_targets(ids, attention_mask=mask).tolist() == want


@given(data=st.data())
def test_no_target_crosses_a_row_or_a_mask(data):
    B, T = data.draw(st.integers(0, 4)), data.draw(st.integers(0, 6))
    ids = torch.arange(B * T).reshape(B, T)
    bits = data.draw(st.lists(st.booleans(), min_size=B * T, max_size=B * T))
    mask = torch.tensor(bits, dtype=torch.bool).reshape(B, T)
    targets = next_token_targets(ids, attention_mask=mask)
    assert targets.shape == (B, T)
    for b in range(B):
        for t in range(T):
            counts = t + 1 < T and mask[b, t] and mask[b, t + 1]
            assert targets[b, t] == (b * T + t + 1 if counts else -100)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("target_dtype", [torch.int32, torch.int64])
def test_every_dtype_equals_cross_entropy_of_the_upcast(dtype, target_dtype, device):
    seed = torch.Generator().manual_seed(0)
    logits = (torch.randn(2, 3, 7, generator=seed) * 4).to(device, dtype).requires_grad_()
    targets = torch.tensor([[6, -100, 0], [1, -100, -100]], dtype=target_dtype, device=device)
    got = token_loss(logits, targets)
    wide = logits.double() if dtype == torch.float64 else logits.float()
    want = F.cross_entropy(wide.mT, targets.long())
    assert (got.total.dtype, got.count.dtype) == (wide.dtype, torch.int64)
    close(got.mean, want)
    (want_grad,) = torch.autograd.grad(want, logits)
    (grad,) = torch.autograd.grad(got.mean, logits)
    one_ulp = {"rtol": torch.finfo(dtype).eps, "atol": 1e-6}
    close(grad, want_grad, **one_ulp)
    close(token_loss_grad(logits, targets), want_grad, **one_ulp)
    assert grad.dtype == token_loss_grad(logits, targets).dtype == dtype


@pytest.mark.parametrize("dtype", [torch.float32, torch.uint8, torch.int16, torch.bool])
def test_targets_are_int32_or_int64(dtype, as_learner):
    with pytest.raises(TypeError, match=rf"targets have dtype {dtype}.*targets\.long\(\)"):
        token_loss(torch.zeros(2, 4), torch.ones(2, dtype=dtype))


def test_the_meta_device_is_enough():
    """Meta inputs give meta answers, so nothing is created on a default device."""
    ids = torch.empty(2, 3, dtype=torch.int64, device="meta")
    targets = next_token_targets(ids, attention_mask=torch.ones_like(ids))
    logits = softcap(
        project(torch.empty(2, 3, 5, device="meta"), torch.empty(8, 5, device="meta")), 15
    )
    loss = token_loss(logits, targets)
    for tensor in (targets, *loss, loss.mean, token_loss_grad(logits, targets)):
        assert tensor.is_meta


def test_a_second_softmax_can_rank_a_worse_model_above_a_better_one():
    """Chapter 07 speaks of it."""
    better, worse = torch.tensor([[0.7, 0, 0, 0.3], [0.71 / 3] * 3 + [0.29]])
    once = [-p[3].log() for p in (better, worse)]
    twice = [F.cross_entropy(p, torch.tensor(3)) for p in (better, worse)]
    assert once[0] < once[1] and twice[0] > twice[1]


def test_a_slope_measured_catches_what_cheap_alarms_do_not():
    """The sum of the slopes is blind to a reversed sign and to a factor, a step to a missing y."""
    logits = torch.tensor([[0.0, 1, 3, 3], [0, 2, 2, 3]], dtype=torch.float64)
    targets = torch.tensor([3, 1])
    right, step = token_loss_grad(logits, targets), 1e-6
    raised = logits + step * torch.eye(4, dtype=torch.float64)[:, None]  # one word's, at both
    measured = [(F.cross_entropy(z, targets) - F.cross_entropy(logits, targets)) for z in raised]
    y = F.one_hot(targets, 4)
    for slopes, is_right in (
        (right, True),
        (right + y / 2, False),
        (-right, False),
        (2 * right, False),
    ):
        assert torch.allclose(torch.stack(measured) / step, slopes.sum(0), atol=1e-5) == is_right
