"""One check a module, named by what is true when all is well; `look(subject)` yields findings."""

from bothends.doctor.checks import (
    checkpoint,
    context_end,
    convention,
    decoding,
    first_loss,
    frequencies,
    optimizer,
    own_loss,
    pad,
    padded_rows,
    precision,
    rotation,
    switches,
    text_loss,
    tie,
    vocabulary,
)

__all__ = [
    "checkpoint",
    "context_end",
    "convention",
    "decoding",
    "first_loss",
    "frequencies",
    "optimizer",
    "own_loss",
    "pad",
    "padded_rows",
    "precision",
    "rotation",
    "switches",
    "text_loss",
    "tie",
    "vocabulary",
]
