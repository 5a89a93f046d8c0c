"""Losses and gradients of many positions, with the logits of a few in memory."""

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn import functional as F

from bothends.head.logits import upcast

Grads = tuple[Tensor | None, Tensor | None, Tensor | None]


def losses_and_grads(
    hidden: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    targets: Tensor,
    *,
    chunk_size: int,
    cap: float | int | None,
    shares: Tensor | None,
    needed: Sequence[bool],
) -> tuple[Tensor, Grads]:
    """Return the loss of each of n positions, and gradients of the sum of `shares` times losses.

    `needed` says which of hidden `(n, D)`, weight and bias get theirs. Those of weight and bias add
    up in float32, or wider.
    """
    wide = torch.promote_types(hidden.dtype, torch.float32)
    losses = hidden.new_empty(len(targets), dtype=wide)
    d_hidden = torch.empty_like(hidden) if needed[0] else None
    d_weight = torch.zeros_like(weight, dtype=wide) if needed[1] else None
    d_bias = torch.zeros_like(bias, dtype=wide) if needed[2] else None
    for start in range(0, len(targets), chunk_size):
        chunk = slice(start, start + chunk_size)
        h = hidden[chunk]
        losses[chunk], dlogits = _loss_and_dlogits(F.linear(h, weight, bias), targets[chunk], cap)
        if shares is not None:
            dlogits *= shares[chunk, None]
        if d_hidden is not None:
            d_hidden[chunk] = dlogits.to(weight.dtype) @ weight
        if d_weight is not None:
            d_weight.addmm_(dlogits.T, h.to(wide))
        if d_bias is not None:
            d_bias += dlogits.sum(0)
    return losses, (d_hidden, d_weight, d_bias)


def _loss_and_dlogits(
    logits: Tensor, targets: Tensor, cap: float | int | None
) -> tuple[Tensor, Tensor]:
    """Return each loss, and softmax minus one-hot, through the cap, in place of the logits.

    One buffer is enough, and new memory costs time; a cap takes a second one. The largest logit of
    a row is moved to 0 first, so that no exponential overflows.
    """
    rows = torch.arange(len(targets), device=targets.device)
    logits, slope = upcast(logits), None
    if cap is not None:
        slope = logits.div_(cap).tanh_()
        logits = slope * cap
        slope.square_().neg_().add_(1)  # the slope of cap * tanh(z / cap)
    logits -= logits.amax(-1, keepdim=True)
    chosen = logits[rows, targets]
    norm = logits.exp_().sum(-1, keepdim=True)
    logits /= norm
    logits[rows, targets] -= 1
    if slope is not None:
        logits *= slope
    return norm.log().squeeze(-1) - chosen, logits
