"""One block of rows per process, at both ends."""

import os

import torch
from torch import Tensor, nn
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.distributed.tensor import Replicate, Shard
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    RowwiseParallel,
    parallelize_module,
)

from bothends.lookup import checked_ids
from bothends.tying import is_tied, tie


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
    vectors, and refuses what `lookup` refuses; the head returns logits as a DTensor that is cut
    along V, for `sharded_loss`. Shard before the optimizer is built: the Parameters are new.

    Raises:
        ValueError: the embedding has max_norm or sparse gradients, or a process would get no row.

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
    for table in (embedding.weight, head.weight):
        _check_rows(len(table), mesh.size())
    tied = is_tied(embedding, head)
    embedding.register_forward_pre_hook(_check_read)
    whole = Replicate()
    rows = RowwiseParallel(input_layouts=whole, output_layouts=whole)
    columns = ColwiseParallel(output_layouts=Shard(-1), use_local_output=False)
    parallelize_module(embedding, mesh, rows)
    parallelize_module(head, mesh, columns)
    if tied:  # parallelize_module has given each module a Parameter of its own
        tie(embedding, head)


def _check_read(embedding: nn.Embedding, args: tuple[Tensor]) -> tuple[Tensor]:
    """Check ids as `lookup` does: torch returns zeros for an id that no process owns."""
    return (checked_ids(args[0], embedding.weight),)


def block_rows(rows: int, processes: int) -> int:
    """Return how many rows a process gets, before the last one takes what is left."""
    return -(-rows // processes)


def _check_rows(rows: int, processes: int) -> None:
    used = -(-rows // block_rows(rows, processes))
    if used < processes:
        raise ValueError(
            f"a table of {rows} rows, cut for {processes} processes, has a block for {used} of "
            f"them, and the others would wait for ever: use at most {used} processes"
        )
