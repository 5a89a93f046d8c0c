"""`rotate` beside a copy of the same bytes and beside four published ways to write it."""

from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from bothends.device import generator
from bothends.rope import rotate, tables

B, T, H, HEAD_DIM = 2, 512, 8, 128  # 4 MiB in float32
Turn = Callable[[Tensor], Tensor]


def nanochat(cos: Tensor, sin: Tensor) -> Turn:
    """`apply_rotary_emb` of karpathy/nanochat, gpt.py; tables (1, T, 1, head_dim / 2)."""
    cos, sin = cos[None, :, None], sin[None, :, None]

    def turn(x: Tensor) -> Tensor:
        half = x.shape[3] // 2
        a, b = x[..., :half], x[..., half:]
        return torch.cat([a * cos + b * sin, a * (-sin) + b * cos], 3)

    return turn


def transformers(cos: Tensor, sin: Tensor) -> Turn:
    """`apply_rotary_pos_emb` of transformers' Llama; tables of full width."""
    cos, sin = (torch.cat((table, table), -1)[None, :, None] for table in (cos, sin))

    def turn(x: Tensor) -> Tensor:
        half = x.shape[-1] // 2
        a, b = x[..., :half], x[..., half:]
        return x * cos + torch.cat((-b, a), -1) * sin

    return turn


def torchtune(cos: Tensor, sin: Tensor) -> Turn:
    """`RotaryPositionalEmbeddings` of torchtune; pairs on an axis of their own."""
    cos, sin = cos[None, :, None].float(), sin[None, :, None].float()

    def turn(x: Tensor) -> Tensor:
        pairs = x.float().reshape(*x.shape[:-1], -1, 2)
        a, b = pairs[..., 0], pairs[..., 1]
        return torch.stack([a * cos - b * sin, b * cos + a * sin], -1).flatten(3).type_as(x)

    return turn


def as_complex(cos: Tensor, sin: Tensor) -> Turn:
    """`apply_rotary_emb` of meta-llama/llama, model.py; one complex table."""
    table = torch.complex(cos.float(), sin.float())[None, :, None]

    def turn(x: Tensor) -> Tensor:
        pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
        return torch.view_as_real(pairs * table).flatten(3).type_as(x)

    return turn


FORMS = {
    "halves": {"clone": None, "nanochat": nanochat, "transformers": transformers},
    "pairs": {"clone": None, "complex": as_complex, "torchtune": torchtune},
}


def rope_rows(device: torch.device, dtype: torch.dtype) -> Iterator[tuple]:
    """Yield (name, ours, other's name, other) for both pairings, without and with backward."""
    x = torch.randn(B, T, H, HEAD_DIM, generator=generator(0)).to(device, dtype)
    upstream = torch.randn(x.shape, generator=generator(1)).to(device, dtype)
    leaf = x.clone().requires_grad_()

    def forward(turn: Turn) -> Callable[[], object]:
        return lambda: turn(x)

    def both(turn: Turn) -> Callable[[], object]:
        return lambda: torch.autograd.grad(turn(leaf), leaf, upstream)

    cos, sin = tables(torch.arange(T, device=device), HEAD_DIM, base=1e5, dtype=dtype)
    short = str(dtype).removeprefix("torch.")
    for pairing, others in FORMS.items():

        def ours(x: Tensor, pairing: str = pairing) -> Tensor:
            return rotate(x, cos, sin, pairing=pairing, sign=1)

        for passes, suffix in ((forward, ""), (both, " +backward")):
            for other_name, make in others.items():
                other = make(cos, sin) if make else Tensor.clone
                yield f"{pairing} {short}{suffix}", passes(ours), other_name, passes(other)
        compiled = torch.compile(ours, fullgraph=True)
        yield f"{pairing} {short} compiled", forward(compiled), "clone", forward(Tensor.clone)
