"""The gradient of a tied table, taken apart: one part by each use of the table."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bothends.head import project, token_loss
from bothends.lookup import lookup


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
) -> Paths:
    """Return the gradient of the mean token loss by way of the lookup, and by way of the head.

    The table is given two names, one an input of each end, and the loss is differentiated with
    respect to both. `padding_idx` zeroes that row of the input part only, as nn.Embedding does;
    its output part is what moves a tied padding row.

    Raises:
        TypeError, IndexError: as `bothends.lookup.check_ids`.
        ValueError: as `bothends.head.token_loss`, or no target is counted.

    """
    with torch.enable_grad():
        read, scored = (table.detach().requires_grad_() for _ in range(2))
        loss = token_loss(project(trunk(lookup(read, ids)), scored), targets).mean
    paths = Paths(*torch.autograd.grad(loss, (read, scored), materialize_grads=True))
    if padding_idx is not None:
        paths.input[padding_idx] = 0
    return paths
