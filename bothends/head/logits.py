"""From a hidden state to one score per row of the output table."""

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn import functional as F


def project(
    hidden: Float[Tensor, "*N D"],
    weight: Float[Tensor, "rows D"],
    bias: Float[Tensor, "rows"] | None = None,
    *,
    vocab_size: int | None = None,
) -> Float[Tensor, "*N V"]:
    """Return the logits `hidden @ weight.T + bias` of the first `vocab_size` rows.

    Rows beyond `vocab_size` are padding. They are cropped before the product, so they take no
    part in softmax, sampling or loss, and their gradient is zero.

    Raises:
        ValueError: vocab_size is not 1 to the number of rows.

    """
    rows = len(weight)
    if vocab_size is not None and not 1 <= vocab_size <= rows:
        raise ValueError(
            f"vocab_size={vocab_size}, but the output table has {rows} rows: use 1 to {rows}"
        )
    return F.linear(hidden, weight[:vocab_size], None if bias is None else bias[:vocab_size])


def softcap(logits: Float[Tensor, "*N V"], cap: float | int) -> Float[Tensor, "*N V"]:
    """Return `cap * tanh(logits / cap)`: nearly the identity around 0, never beyond +-cap.

    Crop padded rows first: a row masked with -inf comes out as -cap and takes part again.
    As in `nanochat/gpt.py`, where cap is 15.

    Raises:
        ValueError: cap is not positive.

    """
    if not cap > 0:
        raise ValueError(f"cap={cap} bounds nothing: use a positive number, such as 15.0")
    return (cap * torch.tanh(upcast(logits) / cap)).to(logits.dtype)


def upcast(logits: Float[Tensor, "*N V"]) -> Float[Tensor, "*N V"]:
    """Return float16 and bfloat16 logits as float32, and others as they are."""
    return logits.to(torch.promote_types(logits.dtype, torch.float32))
