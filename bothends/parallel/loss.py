"""The loss of logits that are cut along V."""

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.distributed.tensor import DTensor

from bothends.head import LossSum, softcap
from bothends.head.logits import check_vocab_size, upcast
from bothends.head.loss import summed
from bothends.head.targets import counted_targets
from bothends.parallel.tables import block_rows


def sharded_loss(
    logits: Float[Tensor, "*N rows"],
    targets: Int[Tensor, "*N"],
    *,
    vocab_size: int | None = None,
    softcap: float | int | None = None,
    ignore_index: int = -100,
    weights: Float[Tensor, "*N"] | None = None,
    per_token: bool = False,
    label_smoothing: float = 0.0,
) -> LossSum | Float[Tensor, "*N"]:
    """Return `token_loss` of logits that are cut along V; every process gets the same numbers.

    `vocab_size` and `softcap` do what `project` and `softcap` do to whole logits. Call it, and
    `backward()` too, in one `with loss_parallel():` block.

    Raises:
        TypeError: logits are a plain tensor, or as `token_loss`.
        ValueError: label_smoothing is not 0, or as `project`, `softcap` and `token_loss`.
        IndexError: as `token_loss`.
        RuntimeError: not in a `loss_parallel()` block.

    """
    if not isinstance(logits, DTensor):
        raise TypeError(
            "logits are a plain tensor, which would be taken for the whole vocabulary: "
            "use the DTensor that a head returns after `shard`"
        )
    if label_smoothing != 0:
        raise ValueError(
            f"label_smoothing={label_smoothing} averages over all V log-probabilities, which "
            "torch's loss_parallel does not support: use 0.0, or gather the logits with "
            "`logits.full_tensor()` and F.cross_entropy"
        )
    check_vocab_size(vocab_size, logits.shape[-1])
    counted = counted_targets(targets, logits, ignore_index, vocab_size)
    logits = _capped_and_cropped(logits, softcap, vocab_size)
    try:
        return summed(logits, targets, ignore_index, counted, weights, per_token)
    except RuntimeError as error:
        raise RuntimeError(
            "the loss of sharded logits needs torch's own kernels: call sharded_loss and "
            "backward() in one `with loss_parallel():` block, not nested in another"
        ) from error


def _capped_and_cropped(
    logits: DTensor, cap: float | int | None, vocab_size: int | None
) -> DTensor:
    """Cap logits, then take the share of probability from every row behind `vocab_size`."""
    if vocab_size == logits.shape[-1]:
        vocab_size = None
    if cap is None and vocab_size is None:
        return logits
    here, mesh = logits.to_local(), logits.device_mesh
    if cap is not None:
        here = softcap(upcast(here), cap)
    if vocab_size is not None:
        first = mesh.get_local_rank() * block_rows(logits.shape[-1], mesh.size())
        rows = first + torch.arange(here.shape[-1], device=here.device)
        here = here.masked_fill(rows >= vocab_size, -torch.inf)
    return DTensor.from_local(
        here, mesh, logits.placements, shape=logits.shape, stride=logits.stride()
    )
