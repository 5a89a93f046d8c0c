"""Ids in: a lookup takes rows of a table, and equals a one-hot matrix times that table."""

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bothends.guards import check_device, recordable


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


def checked_ids(
    ids: Int[Tensor, "*N"], table: Float[Tensor, "V D"], vocab_size: int | None = None
) -> Int[Tensor, "*N"]:
    """Return ids that may read the table, or its first `vocab_size` rows, with gradients.

    Raises:
        TypeError, IndexError: as `check_ids`.
        ValueError: ids and table are on two devices.

    """
    rows = table.shape[0]
    check_ids(ids, rows if vocab_size is None else min(vocab_size, rows))
    check_device("table", table, "ids", ids)
    return recordable(ids)


def lookup(table: Float[Tensor, "V D"], ids: Int[Tensor, "*N"]) -> Float[Tensor, "*N D"]:
    """Return row `table[id]` for each id.

    The forward pass copies. The backward pass adds, see `bothends.scatter`; on the CPU it
    accumulates float16 and bfloat16 in float32, which `F.embedding` does not.

    Raises:
        TypeError, IndexError, ValueError: as `checked_ids`.

    """
    ids = checked_ids(ids, table)
    return table.index_select(0, ids.reshape(-1).long()).reshape(*ids.shape, table.shape[1])


def one_hot_lookup(table: Float[Tensor, "V D"], ids: Int[Tensor, "*N"]) -> Float[Tensor, "*N D"]:
    """Return the same rows as `lookup`, by way of `(*ids.shape, V)` zeros and ones.

    Equal bit for bit where the table is finite: 0 * inf is nan, and -0.0 comes back as 0.0.

    Raises:
        TypeError, IndexError, ValueError: as `checked_ids`.

    """
    ids = checked_ids(ids, table)
    rows = torch.arange(len(table), device=ids.device)
    return (ids[..., None] == rows).to(table.dtype) @ table


def check_padding_idx(padding_idx: int, vocab_size: int) -> None:
    """Check that `padding_idx` is a row; a negative one counts from the end, as in `nn.Embedding`.

    Raises:
        ValueError: it is none.

    """
    if not -vocab_size <= padding_idx < vocab_size:
        raise ValueError(
            f"padding_idx={padding_idx} is not a row of a table with V = {vocab_size} rows: "
            f"use {-vocab_size} to {vocab_size - 1}, or None"
        )


def embedding_scale(n_embd: int, dtype: torch.dtype) -> float:
    """Return what Gemma multiplies a row by when it is read: sqrt(n_embd), rounded to `dtype`.

    The head multiplies by nothing, so one tied table suits both ends. In bfloat16 the root of
    3072 is 55.5, not 55.4256. Source: transformers, modeling_gemma.py and modeling_gemma4.py.
    """
    return torch.tensor(n_embd**0.5, dtype=dtype, device="cpu").item()
