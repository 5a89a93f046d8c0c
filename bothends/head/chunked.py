"""The loss when V is large: a few rows of logits at a time, gradients formed on the way."""

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional as F

from bothends.head.logits import upcast
from bothends.head.loss import LossSum
from bothends.head.targets import counted_targets


def chunked_token_loss(
    hidden: Float[Tensor, "*N D"],
    weight: Float[Tensor, "V D"],
    targets: Int[Tensor, "*N"],
    *,
    chunk_size: int,
    bias: Float[Tensor, "V"] | None = None,
    ignore_index: int = -100,
) -> LossSum:
    """Return `token_loss(project(hidden, weight, bias), targets)` without the `(N, V)` logits.

    At most `chunk_size` positions have logits at one time, and ignored positions have none. The
    gradients are formed with the loss, chunk by chunk, and the backward pass only scales them.
    So there is no second derivative. For a padded table pass `weight[:vocab_size]`. The idea is
    that of Liger Kernel (arXiv 2410.10989) and of `F.linear_cross_entropy` with options.

    Raises:
        TypeError, ValueError, IndexError: as `token_loss`.
        ValueError: chunk_size is below 1.
        RuntimeError: in the backward pass, if a second derivative is asked for.

    """
    if chunk_size < 1:
        raise ValueError(f"chunk_size={chunk_size} is no number of positions: use 1 or more")
    counted = counted_targets(targets, (*hidden.shape[:-1], len(weight)), ignore_index)
    total = _ChunkedLoss.apply(
        hidden[counted],
        weight,
        bias,
        targets[counted].long(),
        chunk_size,
        torch.is_grad_enabled(),
    )
    return LossSum(total, counted.sum())


class _ChunkedLoss(torch.autograd.Function):
    """The summed loss of counted positions; weight and bias gradients add up in float32."""

    @staticmethod
    def forward(ctx, hidden, weight, bias, targets, chunk_size, grad_enabled):
        needed = [grad_enabled and need for need in ctx.needs_input_grad[:3]]
        wide = torch.promote_types(hidden.dtype, torch.float32)
        total = hidden.new_zeros((), dtype=wide)
        d_hidden = torch.empty_like(hidden) if needed[0] else None
        d_weight = torch.zeros_like(weight, dtype=wide) if needed[1] else None
        d_bias = torch.zeros_like(bias, dtype=wide) if needed[2] else None
        for start in range(0, len(targets), chunk_size):
            chunk = slice(start, start + chunk_size)
            h, target = hidden[chunk], targets[chunk]
            dlogits = upcast(F.linear(h, weight, bias))
            total += _loss_and_dlogits(dlogits, target)
            if d_hidden is not None:
                d_hidden[chunk] = dlogits.to(weight.dtype) @ weight
            if d_weight is not None:
                d_weight.addmm_(dlogits.T, h.to(wide))
            if d_bias is not None:
                d_bias += dlogits.sum(0)
        ctx.save_for_backward(d_hidden, d_weight, d_bias)
        return total

    @staticmethod
    def backward(ctx, upstream):
        if torch.is_grad_enabled():
            raise RuntimeError(
                "chunked_token_loss has no second derivative (create_graph=True): use token_loss"
            )
        grads = (None if grad is None else upstream * grad for grad in ctx.saved_tensors)
        return *grads, None, None, None


def _loss_and_dlogits(logits: Tensor, targets: Tensor) -> Tensor:
    """Return the summed loss, and turn logits into softmax minus one-hot in place.

    One buffer is enough, and new memory costs time. The largest logit of a row is moved to 0
    first, so that no exponential overflows.
    """
    rows = torch.arange(len(targets), device=targets.device)
    logits -= logits.amax(-1, keepdim=True)
    chosen = logits[rows, targets].sum()
    norm = logits.exp_().sum(-1, keepdim=True)
    logits /= norm
    logits[rows, targets] -= 1
    return norm.log().sum() - chosen
