"""Cross-entropy as a sum and a count, and its gradient: softmax minus one-hot."""

from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional as F

from bothends.guards import recordable
from bothends.head.logits import upcast
from bothends.head.targets import counted_targets
from bothends.head.weights import token_weights

Weights = Float[Tensor, "*N"]


class LossSum(NamedTuple):
    """A loss summed over the counted targets, and how many they are, or what they weigh.

    Micro-batches and processes add up: the token mean is the sum of the totals over the sum of
    the counts. The mean of their means is another number.
    """

    total: Float[Tensor, ""]
    count: Int[Tensor, ""] | Float[Tensor, ""]

    @property
    def mean(self) -> Float[Tensor, ""]:
        """The loss per counted target, or per unit of weight.

        Raises:
            ValueError: no target is counted, or none has a weight.

        """
        _check_count(self.count)
        return self.total / self.count


def token_loss(
    logits: Float[Tensor, "*N V"],
    targets: Int[Tensor, "*N"],
    *,
    ignore_index: int = -100,
    weights: Weights | None = None,
    per_token: bool = False,
) -> LossSum | Float[Tensor, "*N"]:
    """Return the cross-entropy in nats, summed over the targets that are not `ignore_index`.

    `ignore_index` is compared with target values; the class stays in the softmax. float16 and
    bfloat16 logits are upcast first, so their loss is a float32 number. `.mean` is what
    `F.cross_entropy` returns by default. `weights` multiply the losses one by one, and their sum
    takes the place of the count. `per_token` returns the losses unsummed, 0 where ignored.

    Raises:
        TypeError, ValueError, IndexError: as `bothends.head.targets.counted_targets`.
        ValueError: as `bothends.head.weights.token_weights`.

    """
    counted = counted_targets(targets, logits, ignore_index)
    return summed(logits, targets, ignore_index, counted, weights, per_token)


def summed(
    logits: Tensor,
    targets: Tensor,
    ignore_index: int,
    counted: Tensor,
    weights: Tensor | None,
    per_token: bool,
) -> LossSum | Tensor:
    """Return the loss of checked targets; logits that are cut along V give the whole loss."""
    plain = weights is None and not per_token
    losses = F.cross_entropy(
        upcast(logits).reshape(targets.numel(), logits.shape[-1]),
        recordable(targets.reshape(-1).long()),
        ignore_index=ignore_index,
        reduction="sum" if plain else "none",
    )
    losses = losses.to_local() if hasattr(losses, "to_local") else losses
    if plain:
        return LossSum(losses, counted.sum())
    losses, weights = losses.reshape(targets.shape), token_weights(weights, counted)
    if weights is not None:
        losses = losses * weights
    return losses if per_token else LossSum(losses.sum(), weights.sum())


def token_loss_grad(
    logits: Float[Tensor, "*N V"],
    targets: Int[Tensor, "*N"],
    *,
    ignore_index: int = -100,
    weights: Weights | None = None,
) -> Float[Tensor, "*N V"]:
    """Return the gradient of `token_loss(...).mean` with respect to the logits.

    It is `(softmax - one-hot) / count` where the target is counted and zero elsewhere, so the
    entries of each position sum to zero. A weight multiplies its position.

    Raises:
        TypeError, ValueError, IndexError: as `token_loss`.
        ValueError: no target is counted, or none has a weight.

    """
    counted = counted_targets(targets, logits, ignore_index)
    weights = token_weights(weights, counted)
    share = counted if weights is None else weights
    count = share.sum()
    _check_count(count)
    one_hot = targets[..., None] == torch.arange(logits.shape[-1], device=logits.device)
    slope = upcast(logits).softmax(-1) - one_hot.to(torch.float32)
    slope = slope * (share.to(slope.dtype) / count)[..., None]
    return slope.masked_fill_(~counted[..., None], 0).to(logits.dtype)


def _check_count(count: Tensor) -> None:
    """Refuse 0 / 0. On the meta device there is no number to look at."""
    if count.is_meta or count != 0:
        return
    if count.is_floating_point():
        raise ValueError(
            "no counted target has a weight above 0, and 0 / 0 is no mean: check the weights, or "
            "add up the totals and counts of more batches"
        )
    raise ValueError(
        "no target is counted (the batch is empty, or every target equals ignore_index), and "
        "0 / 0 is no mean: check the labels, or add up the totals and counts of more batches"
    )
