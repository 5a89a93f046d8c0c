"""Ids in: a lookup takes rows of a table, and equals a one-hot matrix times that table."""

import torch
from jaxtyping import Float, Int
from torch import Tensor


def check_ids(ids: Int[Tensor, "*N"], vocab_size: int) -> None:
    """Check that every id is int32 or int64 and lies in 0 .. vocab_size - 1.

    The answer is read on the host, so a bad id is named here and not by a CUDA launch
    that leaves the process unusable. Ids on the meta device hold no values to check.

    Raises:
        TypeError: ids are of another dtype.
        IndexError: an id is out of range; the message names the first one and its position.

    """
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(
            f"ids have dtype {ids.dtype}, but a lookup takes int32 or int64: use ids.long()"
        )
    if ids.is_meta or ids.numel() == 0:
        return
    low, high = ids.aminmax()
    if low >= 0 and high < vocab_size:
        return
    position = tuple(((ids < 0) | (ids >= vocab_size)).nonzero()[0].tolist())
    raise IndexError(
        f"id {ids[position].item()} at position {list(position)} is not a row of a table "
        f"with V = {vocab_size} rows (0 to {vocab_size - 1}): "
        "check that the tokenizer and the table belong together"
    )


def lookup(table: Float[Tensor, "V D"], ids: Int[Tensor, "*N"]) -> Float[Tensor, "*N D"]:
    """Return row `table[id]` for each id.

    The forward pass copies. The backward pass adds, see `bothends.scatter`; on the CPU it
    accumulates float16 and bfloat16 in float32, which `F.embedding` does not.

    Raises:
        TypeError, IndexError: as `check_ids`.

    """
    check_ids(ids, len(table))
    return table.index_select(0, ids.reshape(-1).long()).reshape(*ids.shape, table.shape[1])


def one_hot_lookup(table: Float[Tensor, "V D"], ids: Int[Tensor, "*N"]) -> Float[Tensor, "*N D"]:
    """Return the same rows as `lookup`, by way of `(*ids.shape, V)` zeros and ones.

    Equal bit for bit where the table is finite: 0 * inf is nan, and -0.0 comes back as 0.0.

    Raises:
        TypeError, IndexError: as `check_ids`.

    """
    check_ids(ids, len(table))
    rows = torch.arange(len(table), device=ids.device)
    return (ids[..., None] == rows).to(table.dtype) @ table
