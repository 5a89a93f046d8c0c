"""How to ask a model for logits: transformers' way, this book's, or nanoGPT's."""

import inspect

import torch
from torch import Tensor, nn

from bothends.model import KVCache
from bothends.tying import TiedTokenIO
from bothends.tying.paths import identity


@torch.no_grad()
def logits(model: nn.Module, ids: Tensor, **more: Tensor) -> Tensor:
    """Return the logits `(B, T, V)` of all positions; `more` is passed on to forward.

    Raises:
        ValueError: forward does not return them.

    """
    found = _logits(model(ids, identity) if isinstance(model, TiedTokenIO) else model(ids, **more))
    if found.shape[:-1] != ids.shape and "targets" in arguments(model):
        found = _logits(model(ids, targets=ids))  # nanoGPT gives the last position otherwise
    if found.shape[:-1] != ids.shape:
        raise ValueError(
            f"forward({list(ids.shape)} ids) returned {list(found.shape)}, not logits (B, T, V)"
        )
    return found


@torch.no_grad()
def next_logits(model: nn.Module, ids: Tensor, cache: object | None) -> tuple[Tensor, object]:
    """Return the logits of ids that follow those in the cache, and the cache; None starts one."""
    if "use_cache" not in arguments(model):
        cache = KVCache() if cache is None else cache
        return _logits(model(ids, cache=cache)), cache
    name = "past_key_values" if "past_key_values" in arguments(model) else "cache"
    answer = model(ids, use_cache=True, **{name: cache})
    return _logits(answer), getattr(answer, name)


def rounding(x: Tensor) -> float:
    """Return by how much of the largest value two ways to compute x may differ."""
    return max(1e-3, 16 * torch.finfo(x.dtype).eps)


def can_cache(model: nn.Module) -> bool:
    """Return whether forward takes a cache, by one of the names that are known here."""
    return not {"cache", "past_key_values"}.isdisjoint(arguments(model))


def arguments(model: nn.Module) -> set[str]:
    """Return the names that forward takes."""
    return set(inspect.signature(model.forward).parameters)


def _logits(answer: object) -> Tensor:
    if isinstance(answer, tuple):
        answer = answer[0]
    return getattr(answer, "logits", answer)
