"""Angles: position times frequency, formed in float64 and cast last."""

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bothends.scaling import Device, Number, Scaling, base_frequencies

Table = Float[Tensor, "*positions half"]


def inverse_frequencies(
    head_dim: int,
    base: Number,
    *,
    scaling: Scaling | None = None,
    seq_len: int | None = None,
    device: Device = "cpu",
) -> Float[Tensor, "half"]:
    """Return the head_dim / 2 frequencies in radians per token, fastest first.

    float64, or float32 on a device without it; never lower, since an error in a frequency is
    multiplied by the position.

    Raises:
        ValueError: head_dim is odd, or base or the scaling does not fit.

    """
    if scaling is None:
        return base_frequencies(head_dim, base, device=device)
    return scaling.frequencies(head_dim, base, seq_len, device=device)


def tables(
    positions: Int[Tensor, "*positions"],
    head_dim: int,
    *,
    base: Number,
    dtype: torch.dtype = torch.float32,
    scaling: Scaling | None = None,
    seq_len: int | None = None,
) -> tuple[Table, Table]:
    """Return cos and sin of every position's angles, `(*positions.shape, head_dim // 2)` each.

    Positions are `(T,)`, or `(B, T)` where rows differ, in any order and with any gaps. Both
    tables carry the scaling's `attention_factor`, which belongs nowhere else.

    Raises:
        TypeError: positions are not int32 or int64.
        ValueError: a position is negative, dtype holds no fractions, or as `inverse_frequencies`.

    """
    _check_positions(positions)
    if not dtype.is_floating_point:
        raise ValueError(f"dtype={dtype} cannot hold cosines: use a float, such as torch.float32")
    with torch.inference_mode(False):  # tables made there could not take part in later training
        theta = inverse_frequencies(
            head_dim, base, scaling=scaling, seq_len=seq_len, device=positions.device
        )
        angles = positions[..., None] * theta
        factor = 1.0 if scaling is None else scaling.attention_factor
        return (factor * angles.cos()).to(dtype), (factor * angles.sin()).to(dtype)


def _check_positions(positions: Tensor) -> None:
    if positions.dtype not in (torch.int32, torch.int64):
        raise TypeError(
            f"positions have dtype {positions.dtype}, but a float may round them "
            "(bfloat16 is exact up to 256 only): use int32 or int64"
        )
    if positions.is_meta:
        return
    negative = (positions < 0).nonzero()
    if len(negative):
        index = tuple(negative[0].tolist())
        raise ValueError(
            f"position {positions[index].item()} at index {list(index)} is negative: count each "
            "row from its first real token, (attention_mask.cumsum(-1) - 1).clamp(min=0)"
        )
