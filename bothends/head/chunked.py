"""The loss when V is large: a few rows of logits at a time, gradients formed on the way."""

from contextlib import AbstractContextManager, nullcontext

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bothends.head.chunks import losses_and_grads
from bothends.head.logits import check_cap, cropped
from bothends.head.loss import LossSum
from bothends.head.targets import counted_targets
from bothends.head.weights import token_weights


def chunked_token_loss(
    hidden: Float[Tensor, "*N D"],
    weight: Float[Tensor, "rows D"],
    targets: Int[Tensor, "*N"],
    *,
    chunk_size: int,
    bias: Float[Tensor, "rows"] | None = None,
    vocab_size: int | None = None,
    softcap: float | int | None = None,
    ignore_index: int = -100,
    weights: Float[Tensor, "*N"] | None = None,
    per_token: bool = False,
) -> LossSum | Float[Tensor, "*N"]:
    """Return `token_loss` of `project`, and of `softcap` if one is given, without the logits.

    At most `chunk_size` positions have logits at one time, and ignored positions have none. The
    gradients of a sum are formed with it, chunk by chunk, and the backward pass only scales them;
    those of `per_token` losses are formed in the backward pass, from logits that are computed
    again. So there is no second derivative. The idea is that of Liger Kernel (arXiv 2410.10989) and
    of `F.linear_cross_entropy` with options.

    Raises:
        TypeError, ValueError, IndexError: as `project`, `softcap` and `token_loss`.
        ValueError: chunk_size is below 1.
        RuntimeError: in the backward pass, if a second derivative is asked for.

    """
    if chunk_size < 1:
        raise ValueError(f"chunk_size={chunk_size} is no number of positions: use 1 or more")
    if softcap is not None:
        check_cap(softcap)
    weight, bias = cropped(hidden, weight, bias, vocab_size)
    counted = counted_targets(targets, hidden, ignore_index, len(weight))
    weights = token_weights(weights, counted)
    h, t = _chosen(hidden, counted), _chosen(targets, counted).long()
    if per_token:
        losses = _Losses.apply(h, weight, bias, t, chunk_size, softcap)
        losses = losses.new_zeros(targets.shape).masked_scatter(counted, losses)
        return losses if weights is None else losses * weights
    shares = None if weights is None else _chosen(weights, counted)
    total = _Total.apply(h, weight, bias, shares, t, chunk_size, softcap, torch.is_grad_enabled())
    return LossSum(total, (counted if weights is None else weights).sum())


def _chosen(x: Tensor, counted: Tensor) -> Tensor:
    """Return x at the counted positions; on the meta device, where none is known, at all."""
    if counted.is_meta:
        return x.reshape(counted.numel(), *x.shape[counted.ndim :])
    return x[counted]


class _Total(torch.autograd.Function):
    """The summed loss of counted positions; its gradients are formed in the forward pass."""

    @staticmethod
    def forward(ctx, hidden, weight, bias, shares, targets, chunk_size, cap, grad_enabled):
        losses, grads = losses_and_grads(
            hidden,
            weight,
            bias,
            targets,
            chunk_size=chunk_size,
            cap=cap,
            shares=shares,
            needed=[grad_enabled and need for need in ctx.needs_input_grad[:3]],
        )
        ctx.save_for_backward(*grads, losses if ctx.needs_input_grad[3] else None)
        return (losses if shares is None else losses * shares).sum()

    @staticmethod
    def backward(ctx, upstream):
        _refuse_second_derivative()
        grads = (None if grad is None else upstream * grad for grad in ctx.saved_tensors)
        return *grads, None, None, None, None


class _Losses(torch.autograd.Function):
    """The loss of each counted position; the backward pass makes the logits once more."""

    @staticmethod
    def forward(ctx, hidden, weight, bias, targets, chunk_size, cap):
        ctx.options = {"chunk_size": chunk_size, "cap": cap}
        ctx.autocast = _present_autocast(hidden.device.type)
        ctx.save_for_backward(hidden, weight, bias, targets)
        nothing = {"shares": None, "needed": (False, False, False)}
        return losses_and_grads(hidden, weight, bias, targets, **ctx.options, **nothing)[0]

    @staticmethod
    def backward(ctx, upstream):
        _refuse_second_derivative()
        hidden, *head = ctx.saved_tensors
        with ctx.autocast:
            _, grads = losses_and_grads(
                hidden, *head, **ctx.options, shares=upstream, needed=ctx.needs_input_grad[:3]
            )
        return *grads, None, None, None


def _present_autocast(device_type: str) -> AbstractContextManager:
    """Return a context in which products have the number formats that they have now."""
    if not torch.amp.is_autocast_available(device_type):
        return nullcontext()
    dtype = torch.get_autocast_dtype(device_type)
    return torch.autocast(device_type, dtype, torch.is_autocast_enabled(device_type))


def _refuse_second_derivative() -> None:
    if torch.is_grad_enabled():
        raise RuntimeError(
            "chunked_token_loss has no second derivative (create_graph=True): use token_loss"
        )
