"""Bytes, counted before anything runs: tables, gradients, optimizer states and logits.

Every size is a whole number of bytes. A MiB is 2**20 bytes and a GiB 2**30; a MB, which is 10**6,
is used nowhere here.
"""

import torch

MIB, GIB = 2**20, 2**30


def human(size: int) -> str:
    """Return a number of bytes in words, such as `390.6 MiB` or `3.05 GiB`.

    What would show as 0.0 MiB is given in bytes.
    """
    if abs(size) >= GIB:
        return f"{size / GIB:.2f} GiB"
    if abs(size) >= MIB / 10:
        return f"{size / MIB:.1f} MiB"
    return f"{size} bytes"


def table_parameters(vocab_size: int, n_embd: int, *, tied: bool = True) -> int:
    """Return how many numbers the two ends hold: V * D if one table serves both, else 2 * V * D.

    The head's bias, V numbers, is not counted.
    """
    return vocab_size * n_embd * (1 if tied else 2)


def table_bytes(vocab_size: int, n_embd: int, dtype: torch.dtype, *, tied: bool = True) -> int:
    """Return the bytes of the two ends' tables."""
    return table_parameters(vocab_size, n_embd, tied=tied) * dtype.itemsize


def gradient_bytes(vocab_size: int, n_embd: int, dtype: torch.dtype, *, tied: bool = True) -> int:
    """Return the bytes of the tables' dense gradients: all rows, also those that no id reads."""
    return table_bytes(vocab_size, n_embd, dtype, tied=tied)


def adam_bytes(vocab_size: int, n_embd: int, dtype: torch.dtype, *, tied: bool = True) -> int:
    """Return the bytes of Adam's two moments, which torch keeps in the parameters' dtype."""
    return 2 * table_bytes(vocab_size, n_embd, dtype, tied=tied)


def training_bytes(
    vocab_size: int,
    n_embd: int,
    dtype: torch.dtype,
    *,
    master: torch.dtype | None = None,
    tied: bool = True,
) -> int:
    """Return the bytes that training the tables with Adam keeps: weights, gradients, moments.

    With `master`, mixed precision: a copy of the weights and the moments are in that dtype.
    float16 with float32 masters takes 16 bytes a parameter, bfloat16 alone 8.
    """
    size = table_bytes(vocab_size, n_embd, dtype, tied=tied)
    size += gradient_bytes(vocab_size, n_embd, dtype, tied=tied)
    if master is None:
        return size + adam_bytes(vocab_size, n_embd, dtype, tied=tied)
    size += table_bytes(vocab_size, n_embd, master, tied=tied)
    return size + adam_bytes(vocab_size, n_embd, master, tied=tied)


def logits_bytes(positions: int, vocab_size: int, dtype: torch.dtype) -> int:
    """Return the bytes of one `(N, V)` tensor of logits; their gradient takes as many again."""
    return positions * vocab_size * dtype.itemsize
