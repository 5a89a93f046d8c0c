"""Tables for decoding: computed once, handed out by offset and length."""

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor, nn

from bothends.rope.angles import tables
from bothends.scaling import Device, Number, Scaling


class RopeCache(nn.Module):
    """cos and sin for positions 0 .. max_len - 1, untrained and unsaved.

    The tables follow the module to another device, but never its dtype: they are recomputed
    there, so `.to(torch.bfloat16)` casts nothing and `.to_empty` leaves nothing uninitialised.
    `seq_len` fixes one length for `DynamicNTK` and `LongRoPE`; arguments are otherwise those of
    `tables`.

    Raises:
        ValueError: max_len is below 1, or as `tables`.

    """

    def __init__(
        self,
        max_len: int,
        head_dim: int,
        *,
        base: Number,
        dtype: torch.dtype = torch.float32,
        scaling: Scaling | None = None,
        seq_len: int | None = None,
        device: Device = "cpu",
    ) -> None:
        super().__init__()
        if max_len < 1:
            raise ValueError(f"max_len={max_len}: a cache holds at least one position")
        self.max_len, self.head_dim = max_len, head_dim
        self.options = {"base": base, "dtype": dtype, "scaling": scaling, "seq_len": seq_len}
        self.register_buffer("cos", None, persistent=False)
        self.register_buffer("sin", None, persistent=False)
        self.compute(device)

    def compute(self, device: Device) -> None:
        """Make both tables anew on `device`: the only place that writes them."""
        positions = torch.arange(self.max_len, device=device)
        self.cos, self.sin = tables(positions, self.head_dim, **self.options)

    def at(
        self, offset: int, length: int
    ) -> tuple[Float[Tensor, "length half"], Float[Tensor, "length half"]]:
        """Return cos and sin for positions offset .. offset + length - 1.

        `offset` is the number of tokens that a KV cache already holds.

        Raises:
            ValueError: a position lies outside the tables; a slice would shrink in silence.

        """
        if offset < 0 or length < 0 or offset + length > self.max_len:
            raise ValueError(
                f"offset={offset} and length={length} ask for positions {offset} to "
                f"{offset + length - 1}, but the cache holds 0 to {self.max_len - 1}: "
                f"build RopeCache with max_len >= {offset + length}, or start a new context"
            )
        return self.cos[offset : offset + length], self.sin[offset : offset + length]

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> "RopeCache":
        super()._apply(fn, recurse)
        self.compute(self.cos.device)
        return self

    def extra_repr(self) -> str:
        """Say what was asked for, in `print(model)`."""
        return f"{self.max_len}, {self.head_dim}, base={self.options['base']}"
