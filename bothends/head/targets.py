"""Which id each position has to predict, and which positions count."""

import torch
from jaxtyping import Bool, Int, Integer
from torch import Tensor


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
        TypeError: ids are not int32 or int64, or attention_mask is of a float dtype.
        ValueError: attention_mask and ids differ in shape.

    """
    _check_dtype(ids, "ids")
    targets = torch.full_like(ids, ignore_index)
    targets[..., :-1] = ids[..., 1:]
    if attention_mask is not None:
        real = _as_bool(attention_mask, ids.shape)
        targets[..., :-1].masked_fill_(~(real[..., :-1] & real[..., 1:]), ignore_index)
    return targets


def counted_targets(
    targets: Int[Tensor, "*N"], logits_shape: tuple[int, ...], ignore_index: int
) -> Bool[Tensor, "*N"]:
    """Check targets against logits of shape `(*N, V)`; return where they are not ignored.

    Raises:
        TypeError: targets are not int32 or int64.
        ValueError: targets do not have the shape `(*N,)`.
        IndexError: a counted target is not in 0 .. V - 1; the message names the first one.

    """
    _check_dtype(targets, "targets")
    *positions, vocab_size = logits_shape
    if list(targets.shape) != positions:
        raise ValueError(
            f"logits have shape {tuple(logits_shape)} and targets have shape "
            f"{tuple(targets.shape)}: logits need their classes on the last axis, "
            "(*targets.shape, V)"
        )
    counted = targets != ignore_index
    if not targets.is_meta:
        _check_range(targets, counted & ((targets < 0) | (targets >= vocab_size)), vocab_size)
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


def _as_bool(attention_mask: Tensor, shape: torch.Size) -> Tensor:
    if attention_mask.dtype.is_floating_point:
        raise TypeError(
            f"attention_mask has dtype {attention_mask.dtype}, in which 0.0 means a real token to "
            "some code and padding to other: use 1 or True for real, 0 or False for padding"
        )
    if attention_mask.shape != shape:
        raise ValueError(
            f"attention_mask has shape {tuple(attention_mask.shape)} and ids have shape "
            f"{tuple(shape)}: the mask needs one entry per id"
        )
    return attention_mask.bool()
