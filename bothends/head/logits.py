"""From a hidden state to one score per row of the output table."""

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn import functional as F

from bothends.guards import check_device, recordable


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
        ValueError: as `cropped`.

    """
    weight, bias = cropped(hidden, weight, bias, vocab_size)
    return F.linear(recordable(hidden), weight, bias)


def cropped(
    hidden: Tensor, weight: Tensor, bias: Tensor | None, vocab_size: int | None
) -> tuple[Tensor, Tensor | None]:
    """Return the first `vocab_size` rows of a head that is to score hidden states.

    Raises:
        ValueError: vocab_size is not 1 to the number of rows, the bias has another number of rows
            than the weight, or hidden and weight differ in width or device.

    """
    check_vocab_size(vocab_size, len(weight))
    if bias is not None and len(bias) != len(weight):
        raise ValueError(
            f"the output table has {len(weight)} rows and its bias {len(bias)}: a bias is one "
            "number a row, and grows with the table, bothends.vocab.grow"
        )
    if hidden.shape[-1:] != weight.shape[1:]:
        raise ValueError(
            f"hidden has shape {tuple(hidden.shape)} and the output table {tuple(weight.shape)}: "
            "the last axis of both must be D"
        )
    check_device("weight", weight, "hidden", hidden)
    return weight[:vocab_size], None if bias is None else bias[:vocab_size]


def check_vocab_size(vocab_size: int | None, rows: int) -> None:
    """Check how many of the output table's rows are to be scored; None means all.

    Raises:
        ValueError: vocab_size is not 1 to the number of rows.

    """
    if vocab_size is not None and not 1 <= vocab_size <= rows:
        raise ValueError(
            f"vocab_size={vocab_size}, but the output table has {rows} rows: use 1 to {rows}"
        )


def softcap(logits: Float[Tensor, "*N V"], cap: float | int) -> Float[Tensor, "*N V"]:
    """Return `cap * tanh(logits / cap)`: nearly the identity around 0, never beyond +-cap.

    Crop padded rows first: a row masked with -inf comes out as -cap and takes part again.
    As in `nanochat/gpt.py`, where cap is 15.

    Raises:
        ValueError: as `check_cap`.

    """
    check_cap(cap)
    return (cap * torch.tanh(upcast(logits) / cap)).to(logits.dtype)


def check_cap(cap: float | int) -> None:
    """Check the bound of a `softcap`.

    Raises:
        ValueError: cap is not positive.

    """
    if not cap > 0:
        raise ValueError(f"cap={cap} bounds nothing: use a positive number, such as 15.0")


def upcast(logits: Float[Tensor, "*N V"]) -> Float[Tensor, "*N V"]:
    """Return float16 and bfloat16 logits as float32, and others as they are."""
    return logits.to(torch.promote_types(logits.dtype, torch.float32))
