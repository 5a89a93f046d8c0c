"""Queries and keys as they are multiplied, seen from outside any model."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.overrides import TorchFunctionMode

from bothends.doctor import forward

ATTENTION = F.scaled_dot_product_attention
MATMULS = (torch.matmul, Tensor.matmul, Tensor.__matmul__)


@dataclass
class Attended:
    """One attention: the first and last head's queries and keys, `(2, T, head_dim)` each.

    `states` `(1, T, D)` is what they were projected from, or None if no matrix was seen.
    """

    states: Tensor | None
    queries: Tensor
    keys: Tensor


class _Watch(TorchFunctionMode):
    """Notices `scaled_dot_product_attention`, and queries times keys written out."""

    def __init__(self) -> None:
        super().__init__()
        self.states: Tensor | None = None
        self.seen: list[Attended] = []

    def before_matrix(self, module: nn.Module, args: tuple) -> None:
        if args:
            self.states = args[0].detach()

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func is ATTENTION:
            both = dict(zip(("query", "key"), args, strict=False)) | kwargs
            self._keep(both["query"], both["key"])
        elif func in MATMULS and _is_scores(*args[:2]):
            self._keep(args[0], args[1].transpose(-2, -1))
        return func(*args, **kwargs)

    def _keep(self, query: Tensor, key: Tensor) -> None:
        first_and_last = (h[0, [0, -1]].detach().float() for h in (query, key))
        self.seen.append(Attended(self.states, *first_and_last))


def _is_scores(left: Tensor, right: Tensor) -> bool:
    """Whether all heads are multiplied, and not weights, which are never negative, by values."""
    return left.ndim == right.ndim == 4 and bool((left < 0).any())


@contextmanager
def watching(model: nn.Module) -> Iterator[list[Attended]]:
    """Collect what every attention of the model multiplies inside the `with` block."""
    watch = _Watch()
    hooks = [
        module.register_forward_pre_hook(watch.before_matrix)
        for module in model.modules()
        if getattr(module, "weight", None) is not None
        and module.weight.ndim == 2
        and not isinstance(module, nn.Embedding)
    ]
    try:
        with watch:
            yield watch.seen
    finally:
        for hook in hooks:
            hook.remove()


def constant_run(model: nn.Module, ids: Tensor) -> list[Attended]:
    """Return what each attention multiplies when `ids` `(1, T)` are all the same.

    Then a causal model has the same state at every position, in every layer: whatever differs
    between two queries, or two keys, is what position did to them.
    """
    with watching(model) as seen:
        forward.logits(model, ids)
    return seen
