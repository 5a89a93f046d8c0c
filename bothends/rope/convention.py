"""Whose convention: which channels form a pair, and which way the pair turns."""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

# Where the pair's own axis stands once head_dim is unflattened into two axes.
_PAIR_AXIS = {"halves": -2, "pairs": -1}


@dataclass(frozen=True)
class Convention:
    """One way to rotate; the weights of a trained model decide which one is right.

    `pairing`: "halves" joins channel i with i + head_dim / 2, "pairs" channel 2i with 2i + 1.
    `sign`: +1 turns (a, b) into (a cos - b sin, a sin + b cos), -1 turns the other way.

    Raises:
        ValueError: as `check_convention`.

    """

    pairing: str
    sign: int

    def __post_init__(self) -> None:
        check_convention(self.pairing, self.sign)


def check_convention(pairing: str, sign: int) -> None:
    """Check both parts of a `Convention`.

    Raises:
        ValueError: the pairing is unknown, or the sign is not +1 or -1.

    """
    if pairing not in _PAIR_AXIS:
        raise ValueError(
            f"pairing={pairing!r} is unknown: use 'halves' (channel i with i + head_dim / 2) "
            "or 'pairs' (channel 2i with 2i + 1)"
        )
    if sign not in (1, -1):
        raise ValueError(
            f"sign={sign!r} is no direction: use +1 (RoFormer and most models) or -1 (nanochat)"
        )


ROFORMER = Convention("pairs", +1)  # arXiv 2104.09864, eq. 34
LLAMA_META = Convention("pairs", +1)  # meta-llama/llama, llama/model.py
LLAMA_HF = Convention("halves", +1)  # transformers, modeling_llama.py
GPT_NEOX = Convention("halves", +1)  # EleutherAI/gpt-neox, positional_embeddings.py
GPT_J = Convention("pairs", +1)  # kingoflolz/mesh-transformer-jax, layers.py
NANOCHAT = Convention("halves", -1)  # karpathy/nanochat, gpt.py at 92d63d4


def convert(
    weight: Float[Tensor, "rows *columns"],
    n_head: int,
    source: Convention,
    target: Convention,
    *,
    width: int | None = None,
    part: str = "first",
) -> Float[Tensor, "rows *columns"]:
    """Return a query or key projection of `source`, with rows reordered for `target`.

    Rows are `n_head * head_dim`: a weight `(rows, D)`, a bias `(rows,)`, or a norm's gain
    `(head_dim,)` with n_head = 1. Convert both projections and give keys their own number of
    heads; scores then stay the same. Values and the output projection are never converted. Where
    only the first or last `width` channels of a head turn, only their rows are reordered.

    Raises:
        ValueError: rows do not split into n_head heads of even size, or as `turned_channels`.

    Source: `permute` of transformers, convert_llama_weights_to_hf.py, for the layout; a turned
    sign is the same turn with the two members of each pair exchanged.

    """
    if n_head < 1 or len(weight) % (2 * n_head):
        raise ValueError(
            f"weight has {len(weight)} rows, which n_head={n_head} does not split into heads of "
            "even size: give the number of query heads for queries, of key heads for keys"
        )
    head_dim = len(weight) // n_head
    order = torch.arange(head_dim, device=weight.device)
    turned = turned_channels(head_dim, head_dim if width is None else width, part)
    a, b = split(order[turned], source.pairing)
    if source.sign != target.sign:
        a, b = b, a
    order[turned] = join(a, b, target.pairing)
    return weight.unflatten(0, (n_head, head_dim))[:, order].flatten(0, 1)


def turned_channels(head_dim: int, width: int, part: str) -> slice:
    """Return where the `width` channels of a head that turn are: "first" or "last" among them.

    Raises:
        ValueError: part is neither, or width is not an even number, 2 to head_dim.

    """
    if part not in ("first", "last"):
        raise ValueError(
            f"part={part!r} is unknown: use 'first' (GPT-NeoX, GLM) or 'last' (DeepSeek)"
        )
    if not 2 <= width <= head_dim or width % 2:
        raise ValueError(
            f"{width} channels are to turn in a head of {head_dim}: use an even number, 2 to "
            f"{head_dim}, as wide as the model's tables of cos and sin together"
        )
    return slice(0, width) if part == "first" else slice(head_dim - width, head_dim)


def split(x: Tensor, pairing: str) -> tuple[Tensor, Tensor]:
    """Return views of the first and of the second member of every pair in the last axis."""
    axis = _PAIR_AXIS[pairing]
    sizes = (2, -1) if axis == -2 else (-1, 2)
    return x.unflatten(-1, sizes).unbind(axis)


def join(a: Tensor, b: Tensor, pairing: str) -> Tensor:
    """Undo `split`, in new memory."""
    return torch.stack((a, b), _PAIR_AXIS[pairing]).flatten(-2)
