"""Which id each position has to predict, and which positions count."""

import torch
from jaxtyping import Bool, Int, Integer
from torch import Tensor

from bothends.guards import check_device, recordable

Mask = Integer[Tensor, "*N"] | Bool[Tensor, "*N"]


def next_token_targets(
    ids: Int[Tensor, "*B T"],
    *,
    attention_mask: Integer[Tensor, "*B T"] | Bool[Tensor, "*B T"] | None = None,
    ignore_index: int = -100,
) -> Int[Tensor, "*B T"]:
    """Return, for each position, the id that follows it in the same row.

    Nothing else in the package shifts: every loss takes its targets as they are. The last column
    has no next id and is `ignore_index`; so is a target that is masked, or whose input is. A mask
    (1 or True for a real token) keeps a real end-of-text token apart from padding of the same id.

    Raises:
        TypeError: ids are not int32 or int64, or as `real_tokens`.
        ValueError: as `real_tokens`.

    """
    _check_dtype(ids, "ids")
    targets = torch.full_like(ids, ignore_index)
    targets[..., :-1] = ids[..., 1:]
    if attention_mask is not None:
        real = real_tokens(attention_mask, ids)
        targets[..., :-1].masked_fill_(~(real[..., :-1] & real[..., 1:]), ignore_index)
    return targets


def real_tokens(attention_mask: Mask, ids: Int[Tensor, "*N"]) -> Bool[Tensor, "*N"]:
    """Return an attention mask, 1 or True for a real token, as booleans.

    Raises:
        TypeError: it is of a float dtype.
        ValueError: it differs from ids in shape or device.

    """
    if attention_mask.dtype.is_floating_point:
        raise TypeError(
            f"attention_mask has dtype {attention_mask.dtype}, in which 0.0 means a real token to "
            "some code and padding to other: use 1 or True for real, 0 or False for padding"
        )
    if attention_mask.shape != ids.shape:
        raise ValueError(
            f"attention_mask has shape {tuple(attention_mask.shape)} and ids have shape "
            f"{tuple(ids.shape)}: the mask needs one entry per id, and none for what a cache holds"
        )
    check_device("ids", ids, "attention_mask", attention_mask)
    return recordable(attention_mask.bool())


def counted_targets(
    targets: Int[Tensor, "*N"], scored: Tensor, ignore_index: int, vocab_size: int | None = None
) -> Bool[Tensor, "*N"]:
    """Check targets against what scores them; return where they are not ignored.

    It is logits `(*N, V)`, or with `vocab_size`, which is V, also hidden states `(*N, D)`.

    Raises:
        TypeError: targets are not int32 or int64.
        ValueError: targets do not have the shape `(*N,)`, or are on another device.
        IndexError: a counted target is not in 0 .. V - 1; the message names the first one.

    """
    _check_dtype(targets, "targets")
    positions = scored.shape[:-1]
    V = vocab_size or scored.shape[-1:].numel()
    if not scored.ndim or targets.shape != positions:
        raise ValueError(
            f"logits have shape {(*positions, V) if scored.ndim else ()} and targets have shape "
            f"{tuple(targets.shape)}: logits need their classes on the last axis, "
            "(*targets.shape, V)"
        )
    check_device("logits", scored, "targets", targets)
    counted = targets != ignore_index
    if not targets.is_meta:
        _check_range(targets, counted & ((targets < 0) | (targets >= V)), V)
    return counted


def _check_dtype(ids: Tensor, name: str) -> None:
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError(
            f"{name} have dtype {ids.dtype}, but token ids are int32 or int64: use {name}.long()"
        )


def _check_range(targets: Tensor, bad: Tensor, vocab_size: int) -> None:
    """Name the first target that is marked as bad."""
    where = bad.nonzero()
    if len(where):
        position = tuple(where[0].tolist())
        raise IndexError(
            f"target {targets[position].item()} at position {list(position)} is not one of "
            f"V = {vocab_size} classes (0 to {vocab_size - 1}): if it marks a position to leave "
            "out, pass it as ignore_index; if not, the tokenizer and the head do not belong "
            "together"
        )
