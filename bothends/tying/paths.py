"""The gradient of a tied table, taken apart: one part by each use of the table."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bothends.guards import recordable
from bothends.head import project, token_loss
from bothends.head import softcap as capped
from bothends.lookup import check_padding_idx, lookup


class Paths(NamedTuple):
    """The two parts of a tied table's gradient; `sum(paths)` is its `.grad`."""

    input: Float[Tensor, "V D"]
    output: Float[Tensor, "V D"]


def identity(x: Tensor) -> Tensor:
    """Return x: the shortest trunk between the two ends."""
    return x


def gradient_paths(
    table: Float[Tensor, "V D"],
    ids: Int[Tensor, "*N"],
    targets: Int[Tensor, "*N"],
    *,
    trunk: Callable[[Tensor], Tensor] = identity,
    padding_idx: int | None = None,
    vocab_size: int | None = None,
    softcap: float | int | None = None,
    ignore_index: int = -100,
    weights: Float[Tensor, "*N"] | None = None,
) -> Paths:
    """Return the gradient of the mean token loss by way of the lookup, and by way of the head.

    The table is given two names, one an input of each end, and the loss is differentiated with
    respect to both. `padding_idx` zeroes that row of the input part only, as nn.Embedding does;
    its output part is what moves a tied padding row. The other options are those of `project`,
    `softcap` and `token_loss`.

    Raises:
        TypeError, IndexError, ValueError: as `bothends.lookup.lookup`, `bothends.head.project`,
            `softcap` and `token_loss`.
        ValueError: no target is counted, or padding_idx is not a row.

    """
    if padding_idx is not None:
        check_padding_idx(padding_idx, len(table))
    with torch.inference_mode(False), torch.enable_grad():
        read, scored = (recordable(table).detach().requires_grad_() for _ in range(2))
        logits = project(trunk(lookup(read, ids)), scored, vocab_size=vocab_size)
        logits = logits if softcap is None else capped(logits, softcap)
        loss = token_loss(logits, targets, ignore_index=ignore_index, weights=weights).mean
    paths = Paths(*torch.autograd.grad(loss, (read, scored), materialize_grads=True))
    if padding_idx is not None:
        paths.input[padding_idx] = 0
    return paths
