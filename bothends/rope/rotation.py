"""The rotation itself: `turn` says what it is, `_turn_eagerly` does it in fewer passes."""

import torch
from jaxtyping import Float
from torch import Tensor

from bothends.guards import check_device, recordable
from bothends.rope.convention import check_convention, join, split, turned_channels


def rotate(
    x: Float[Tensor, "*batch T H head_dim"],
    cos: Float[Tensor, "*positions half"],
    sin: Float[Tensor, "*positions half"],
    *,
    pairing: str,
    sign: int,
    part: str | None = None,
) -> Float[Tensor, "*batch T H head_dim"]:
    """Return x with every pair of channels turned by its position's angles, in x's dtype.

    Tables are `(T, head_dim / 2)`, one for all rows, or `(B, T, head_dim / 2)`, one a row.
    float16 and bfloat16 are multiplied in float32 and rounded once. x is left as it was. With
    `part`, tables of fewer channels turn the "first" of a head (GPT-NeoX, GLM), or the "last"
    (DeepSeek), and the others stay.

    Raises:
        TypeError: x does not hold floats.
        ValueError: the pairing, sign or part is unknown, head_dim is odd, the tables do not have
            exactly x's positions and half its channels, even where they would broadcast, or x and
            the tables are on two devices.

    Source: RoFormer, arXiv 2104.09864, eq. 34; who does what: `bothends.rope.convention`.

    """
    if part is not None:
        turned = turned_channels(x.shape[-1], 2 * cos.shape[-1], part)
        before, after = x[..., : turned.start], x[..., turned.stop :]
        inner = rotate(x[..., turned], cos, sin, pairing=pairing, sign=sign)
        return torch.cat((before, inner, after), -1)
    check_convention(pairing, sign)
    _check_tables(x, cos, sin)
    cos, sin = recordable(cos), recordable(sin)
    dtype = torch.promote_types(torch.promote_types(x.dtype, cos.dtype), torch.float32)
    cos = cos.to(dtype).unsqueeze(-2)  # (..., T, 1, head_dim / 2)
    sin = (sin if sign == 1 else -sin).to(dtype).unsqueeze(-2)
    if torch.compiler.is_compiling():
        return turn(x, cos, sin, pairing)
    return _turn_eagerly(x.to(dtype), cos, sin, pairing).to(x.dtype)


def turn(x: Tensor, cos: Tensor, sin: Tensor, pairing: str) -> Tensor:
    """Turn every pair (a, b) towards b: the specification, and what `torch.compile` fuses."""
    a, b = split(x, pairing)
    a, b = a * cos - b * sin, a * sin + b * cos
    return join(a.to(x.dtype), b.to(x.dtype), pairing)


def _turn_eagerly(x: Tensor, cos: Tensor, sin: Tensor, pairing: str) -> Tensor:
    """Return what `turn` does, in fewer passes over x."""
    if pairing == "pairs":
        return _turn_pairs(x, cos, sin)
    if cos.requires_grad or sin.requires_grad:
        return turn(x, cos, sin, pairing)
    return _TurnHalves.apply(x, cos, sin) if x.requires_grad else _turn_halves(x, cos, sin)


def _turn_pairs(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Multiply a + ib by cos + i sin; a view as complex needs pairs at even addresses."""
    pairs = x.unflatten(-1, (-1, 2))
    starts = (pairs.storage_offset(), *pairs.stride()[:-1])
    if pairs.stride(-1) != 1 or any(start % 2 for start in starts):
        pairs = pairs.clone(memory_format=torch.contiguous_format)
    turned = torch.view_as_complex(pairs) * torch.complex(cos, sin)
    return torch.view_as_real(turned).flatten(-2)


def _turn_halves(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Write the cosine terms of both halves at once, then add the sine terms in place."""
    out = x * torch.cat((cos, cos), -1)
    (a, b), (out_a, out_b) = split(x, "halves"), split(out, "halves")
    out_a.addcmul_(b, sin, value=-1)
    out_b.addcmul_(a, sin)
    return out


class _TurnHalves(torch.autograd.Function):
    """`_turn_halves` with its gradient: the gradient of a rotation is the rotation back."""

    @staticmethod
    def forward(x, cos, sin):
        return _turn_halves(x, cos, sin)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs[1:])

    @staticmethod
    def backward(ctx, grad):
        cos, sin = ctx.saved_tensors
        return _TurnHalves.apply(grad, cos, -sin), None, None


def _check_tables(x: Tensor, cos: Tensor, sin: Tensor) -> None:
    if not x.is_floating_point():
        raise TypeError(f"x has dtype {x.dtype}, which cannot hold a rotation: use x.float()")
    if x.shape[-1] % 2:
        raise ValueError(
            f"x has an odd head_dim, {x.shape[-1]}: rotation turns pairs of channels; "
            "rotate an even part, part='first' or part='last'"
        )
    n_axes = max(cos.ndim - 1, 1)
    want = (*x.shape[:-2][-n_axes:], x.shape[-1] // 2)
    if cos.shape != want or sin.shape != want:
        raise ValueError(
            f"cos has shape {tuple(cos.shape)} and sin {tuple(sin.shape)}, but x of shape "
            f"{tuple(x.shape)}, read as (..., T, H, head_dim), needs {want}: make tables for "
            "exactly these positions, or x.transpose(-3, -2) if heads stand before positions"
        )
    check_device("x", x, "cos", cos)
    check_device("x", x, "sin", sin)
