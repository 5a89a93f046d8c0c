"""Both ends on several processes: each holds some rows of the vocabulary, none holds them all.

Start a program with `torchrun`, one process per device: gloo joins CPUs, NCCL joins GPUs. torch's
tensor parallelism does the work: every process sees the same ids and the same hidden states, reads
and scores its own rows, and the processes exchange sums, never the `(N, V)` logits.
"""

import os

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.distributed.tensor import DTensor, Replicate, Shard
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    RowwiseParallel,
    loss_parallel,
    parallelize_module,
)

from bothends.head import LossSum, token_loss
from bothends.tying import is_tied, tie

__all__ = ["loss_parallel", "shard", "sharded_loss", "vocab_mesh"]


def vocab_mesh(device: torch.device) -> DeviceMesh:
    """Join all processes that `torchrun` started into one row, and return it.

    Raises:
        RuntimeError: the program was not started by `torchrun`.

    """
    if "WORLD_SIZE" not in os.environ:
        raise RuntimeError(
            "WORLD_SIZE is not set, so there is no group of processes to join: start the program "
            "with `torchrun --standalone --nproc-per-node 2 program.py`"
        )
    return init_device_mesh(device.type, (int(os.environ["WORLD_SIZE"]),))


def shard(embedding: nn.Embedding, head: nn.Linear, mesh: DeviceMesh) -> None:
    """Cut both tables, in place, into one block of rows per process; a tie is kept.

    V need not be a multiple of the number of processes. The embedding still returns whole
    vectors; the head returns logits as a DTensor that is cut along V, for `sharded_loss`. Shard
    before the optimizer is built: the Parameters are new objects.

    Raises:
        ValueError: the embedding has max_norm or sparse gradients.

    """
    if embedding.max_norm is not None:
        raise ValueError(
            f"max_norm={embedding.max_norm} rewrites table rows during the lookup, and torch has "
            "no such operation on a sharded table: use max_norm=None"
        )
    if embedding.sparse:
        raise ValueError(
            "sparse=True makes a sparse gradient, and torch cannot shard a sparse tensor: "
            "use sparse=False"
        )
    tied = is_tied(embedding, head)
    whole = Replicate()
    rows = RowwiseParallel(input_layouts=whole, output_layouts=whole)
    columns = ColwiseParallel(output_layouts=Shard(-1), use_local_output=False)
    parallelize_module(embedding, mesh, rows)
    parallelize_module(head, mesh, columns)
    if tied:  # parallelize_module has given each module a Parameter of its own
        tie(embedding, head)


def sharded_loss(
    logits: Float[Tensor, "*N V"],
    targets: Int[Tensor, "*N"],
    *,
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
) -> LossSum:
    """Return `token_loss` of logits that are cut along V; every process gets the same numbers.

    Call it, and `backward()` too, in one `with loss_parallel():` block.

    Raises:
        TypeError: logits are a plain tensor, or as `token_loss`.
        ValueError: label_smoothing is not 0, or as `token_loss`.
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
    try:
        total, count = token_loss(logits, targets, ignore_index=ignore_index)
    except RuntimeError as error:
        raise RuntimeError(
            "the loss of sharded logits needs torch's own kernels: call sharded_loss and "
            "backward() in one `with loss_parallel():` block, not nested in another"
        ) from error
    return LossSum(total.to_local(), count)
