"""The numbers that fix a model."""

import math
from dataclasses import dataclass

import torch

from bothends.rope import NANOCHAT, Convention
from bothends.vocab import padded_rows


@dataclass
class Config:
    """A model's numbers; the defaults are those of nanochat's `GPTConfig` (commit 92d63d4).

    `n_kv_head` is `n_head`, unless query heads share keys and values. `tied` gives both ends one
    table. `rope` is the convention by which queries and keys are turned, None for a model
    without positions. `softcap` bounds the logits, None leaves them. Weights are kept in
    float32 and computed with in `compute_dtype`.

    Raises:
        ValueError: the heads do not split the width, or share the key heads unevenly.

    """

    vocab_size: int = 32_768
    n_layer: int = 12
    n_head: int = 6
    n_kv_head: int | None = None
    n_embd: int = 768
    sequence_len: int = 2048
    row_multiple: int = 64
    tied: bool = False
    rope: Convention | None = NANOCHAT
    base: float | int = 100_000.0
    softcap: float | int | None = 15.0
    compute_dtype: torch.dtype = torch.float32

    def __post_init__(self) -> None:
        if self.n_kv_head is None:
            self.n_kv_head = self.n_head
        if self.n_embd % self.n_head:
            raise ValueError(f"n_embd={self.n_embd} does not split into n_head={self.n_head} heads")
        if self.n_head % self.n_kv_head:
            raise ValueError(
                f"n_head={self.n_head} query heads cannot share n_kv_head={self.n_kv_head} key "
                "and value heads evenly: use a divisor of n_head"
            )

    @classmethod
    def from_depth(cls, depth: int, **changes: object) -> "Config":
        """Return nanochat's widths: 64 a layer, rounded up to whole heads of 128."""
        heads = math.ceil(64 * depth / 128)
        return cls(n_layer=depth, n_head=heads, n_embd=128 * heads, **changes)

    @property
    def head_dim(self) -> int:
        """Width of one head."""
        return self.n_embd // self.n_head

    @property
    def rows(self) -> int:
        """Rows of each table: the vocabulary and its padding."""
        return padded_rows(self.vocab_size, self.row_multiple)

    @property
    def max_len(self) -> int:
        """Positions that the rotation tables hold, ten times those of training."""
        return 10 * self.sequence_len
