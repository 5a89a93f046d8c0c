"""The gradient of a lookup: each upstream row is added to the row that was read.

`embedding_grad` is the one to use. `by_loop`, `by_index_add` and `by_one_hot` are three ways
to write the same sum; `overwrite` is the classic wrong one.
"""

from collections.abc import Iterator

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bothends.guards import check_device
from bothends.lookup import check_ids, check_padding_idx

Ids = Int[Tensor, "*N"]
Upstream = Float[Tensor, "*N D"]
Grad = Float[Tensor, "V D"]


def embedding_grad(
    ids: Ids, upstream: Upstream, vocab_size: int, *, padding_idx: int | None = None
) -> Grad:
    """Return dL/dtable for `lookup(table, ids)`, given `upstream` = dL/d(output).

    float16 and bfloat16 are summed in float32 and rounded once at the end. The row
    `padding_idx` gets zero; a negative one counts from the end, as in `nn.Embedding`.

    Raises:
        TypeError, IndexError: as `bothends.lookup.check_ids`.
        ValueError: upstream's shape is not `(*ids.shape, D)`, it is on another device than ids, or
            padding_idx is not a row.

    """
    if padding_idx is not None:
        check_padding_idx(padding_idx, vocab_size)
    grad = by_index_add(ids, upstream, vocab_size)
    if padding_idx is not None:
        grad[padding_idx] = 0
    return grad


def by_loop(ids: Ids, upstream: Upstream, vocab_size: int) -> Grad:
    """Add one upstream row after the other: the definition, readable and slow."""
    grad, ids, rows = _start(ids, upstream, vocab_size)
    for id_, row in _one_by_one(ids, rows):
        grad[id_] += row
    return grad.to(upstream.dtype)


def by_index_add(ids: Ids, upstream: Upstream, vocab_size: int) -> Grad:
    """Let `Tensor.index_add_` add all rows at once."""
    grad, ids, rows = _start(ids, upstream, vocab_size)
    return grad.index_add_(0, ids, rows).to(upstream.dtype)


def by_one_hot(ids: Ids, upstream: Upstream, vocab_size: int) -> Grad:
    """Multiply the transposed one-hot matrix `(V, N)` by the upstream rows `(N, D)`."""
    grad, ids, rows = _start(ids, upstream, vocab_size)
    one_hot = ids == torch.arange(vocab_size, device=ids.device)[:, None]
    return (one_hot.to(grad.dtype) @ rows).to(upstream.dtype)


def overwrite(ids: Ids, upstream: Upstream, vocab_size: int) -> Grad:
    """Return what `grad[ids] += upstream` gives: a repeated id keeps only its last row.

    Assigned row by row, since torch leaves the winner open when an assignment repeats an index.
    """
    grad, ids, rows = _start(ids, upstream, vocab_size)
    for id_, row in _one_by_one(ids, rows):
        grad[id_] = row
    return grad.to(upstream.dtype)


def row_counts(ids: Ids, vocab_size: int) -> Int[Tensor, "V"]:
    """Return how often each of the V rows is read, as int64.

    Raises:
        TypeError, IndexError: as `bothends.lookup.check_ids`.

    """
    check_ids(ids, vocab_size)
    counts = torch.zeros(vocab_size, dtype=torch.int64, device=ids.device)
    ids = ids.reshape(-1)
    return counts.index_add_(0, ids, torch.ones_like(ids, dtype=torch.int64))


def _start(ids: Ids, upstream: Upstream, vocab_size: int) -> tuple[Tensor, Tensor, Tensor]:
    """Check the arguments; return zeros `(V, D)` to add into, ids `(N,)` and rows `(N, D)`."""
    check_ids(ids, vocab_size)
    if upstream.ndim == 0 or upstream.shape[:-1] != ids.shape:
        raise ValueError(
            f"upstream has shape {tuple(upstream.shape)} and ids have shape {tuple(ids.shape)}: "
            "upstream needs one row per id, (*ids.shape, D)"
        )
    check_device("upstream", upstream, "ids", ids)
    low = upstream.dtype in (torch.float16, torch.bfloat16)
    rows = upstream.to(torch.float32 if low else upstream.dtype)
    rows = rows.reshape(ids.numel(), upstream.shape[-1])
    return rows.new_zeros(vocab_size, rows.shape[1]), ids.reshape(-1), rows


def _one_by_one(ids: Tensor, rows: Tensor) -> Iterator[tuple[int, Tensor]]:
    """Yield each id with its row; on the meta device there is no id to read."""
    return iter(()) if ids.is_meta else zip(ids.tolist(), rows, strict=True)
