"""Cross-entropy as a sum and a count, and its gradient: softmax minus one-hot."""

from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional as F

from bothends.head.logits import upcast
from bothends.head.targets import counted_targets


class LossSum(NamedTuple):
    """A loss summed over the counted targets, and how many they are.

    Micro-batches and processes add up: the token mean is the sum of the totals over the sum of
    the counts. The mean of their means is another number.
    """

    total: Float[Tensor, ""]
    count: Int[Tensor, ""]

    @property
    def mean(self) -> Float[Tensor, ""]:
        """The loss per counted target.

        Raises:
            ValueError: no target is counted.

        """
        _check_count(self.count)
        return self.total / self.count


def token_loss(
    logits: Float[Tensor, "*N V"], targets: Int[Tensor, "*N"], *, ignore_index: int = -100
) -> LossSum:
    """Return the cross-entropy in nats, summed over the targets that are not `ignore_index`.

    `ignore_index` is compared with target values; the class stays in the softmax. float16 and
    bfloat16 logits are upcast first, so their loss is a float32 number. `.mean` is what
    `F.cross_entropy` returns by default.

    Raises:
        TypeError, ValueError, IndexError: as `bothends.head.targets.counted_targets`.

    """
    counted = counted_targets(targets, logits.shape, ignore_index)
    total = F.cross_entropy(
        upcast(logits).reshape(targets.numel(), logits.shape[-1]),
        targets.reshape(-1).long(),
        ignore_index=ignore_index,
        reduction="sum",
    )
    return LossSum(total, counted.sum())


def token_loss_grad(
    logits: Float[Tensor, "*N V"], targets: Int[Tensor, "*N"], *, ignore_index: int = -100
) -> Float[Tensor, "*N V"]:
    """Return the gradient of `token_loss(...).mean` with respect to the logits.

    It is `(softmax - one-hot) / count` where the target is counted and zero elsewhere, so the
    entries of each position sum to zero.

    Raises:
        TypeError, ValueError, IndexError: as `token_loss`.
        ValueError: no target is counted.

    """
    counted = counted_targets(targets, logits.shape, ignore_index)
    count = counted.sum()
    _check_count(count)
    one_hot = targets[..., None] == torch.arange(logits.shape[-1], device=logits.device)
    slope = upcast(logits).softmax(-1) - one_hot.to(torch.float32)
    return (slope * counted[..., None] / count).to(logits.dtype)


def _check_count(count: Tensor) -> None:
    """Refuse 0 / 0. On the meta device there is no number to look at."""
    if not count.is_meta and count == 0:
        raise ValueError(
            "no target is counted (the batch is empty, or every target equals ignore_index), and "
            "0 / 0 is no mean: check the labels, or add up the totals and counts of more batches"
        )
