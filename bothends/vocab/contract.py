"""The contract between a tokenizer and a table: three sizes, and which id means what."""

import hashlib
import json
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from torch import nn

from bothends.tying import ends
from bothends.tying.identity import stale_sizes


@runtime_checkable
class Tokenizer(Protocol):
    """What is asked of a tokenizer; those of `tokenizers` and `transformers` have it."""

    def get_vocab(self) -> dict[str, int]:
        """Return the id of every token."""


def padded_rows(vocab_size: int, multiple: int = 64) -> int:
    """Return the smallest multiple of `multiple` that holds `vocab_size` rows.

    Raises:
        ValueError: vocab_size or multiple is below 1.

    """
    if vocab_size < 1 or multiple < 1:
        raise ValueError(f"vocab_size={vocab_size}, multiple={multiple}: both must be 1 or more")
    return -(-vocab_size // multiple) * multiple


def fingerprint(tokenizer: Tokenizer) -> str:
    """Return 16 hex digits of SHA-256 over all that decides which ids a text becomes.

    Of a tokenizer of `tokenizers`, or a fast one of `transformers`: tokens and their ids, merges,
    normalizer, pre-tokenizer and added tokens; not truncation and padding, which a program sets as
    it goes. Of any other, tokens and their ids.
    """
    parts = sorted((id_, token) for token, id_ in tokenizer.get_vocab().items())
    whole = getattr(tokenizer, "backend_tokenizer", tokenizer)
    if hasattr(whole, "to_str"):
        described = json.loads(whole.to_str()) | {"truncation": None, "padding": None}
        parts = [parts, described]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def known_ids(model: nn.Module) -> int:
    """Return how many ids the model may predict: `config.vocab_size`, else the head's rows."""
    config = getattr(model, "config", None)
    return getattr(config, "vocab_size", None) or len(ends(model)[1].weight)


@dataclass(frozen=True)
class Contract:
    """What a checkpoint and its tokenizer agree on; store it beside the checkpoint.

    `tokenizer_size` tokens have a name, ids below `valid_size` have a meaning in the model and
    may be predicted, and the input table has `rows`: the rest is padding.

    Raises:
        ValueError: the three sizes are not in this order.

    """

    tokenizer_size: int
    valid_size: int
    rows: int
    fingerprint: str

    def __post_init__(self) -> None:
        if not 1 <= self.tokenizer_size <= self.valid_size <= self.rows:
            raise ValueError(
                f"tokenizer_size={self.tokenizer_size}, valid_size={self.valid_size}, "
                f"rows={self.rows}: each must be at least 1 and at most the next"
            )

    @classmethod
    def of(cls, model: nn.Module, tokenizer: Tokenizer) -> "Contract":
        """Return the contract that this model and this tokenizer keep.

        Raises:
            ValueError: they keep none: the sizes are not in order, or one is stale.

        """
        stale = stale_sizes(*ends(model))
        if stale:
            raise ValueError("; ".join(stale))
        rows = len(ends(model)[0].weight)
        return cls(_size(tokenizer), known_ids(model), rows, fingerprint(tokenizer))

    def check(self, model: nn.Module, tokenizer: Tokenizer) -> None:
        """Check that this model and this tokenizer keep the contract.

        Raises:
            ValueError: they do not; the message lists everything that differs.

        """
        read, scored = (len(end.weight) for end in ends(model))
        known = known_ids(model)
        compared = {
            "tokenizer_size": (self.tokenizer_size, _size(tokenizer)),
            # A model that crops nothing says nothing about which of its rows are padding.
            "valid_size": (self.valid_size, self.valid_size if known == read else known),
            "rows": (self.rows, read),
            "fingerprint": (self.fingerprint, fingerprint(tokenizer)),
        }
        wrong = [f"{name} {a}, here {b}" for name, (a, b) in compared.items() if a != b]
        if scored < self.valid_size:
            wrong.append(f"valid_size {self.valid_size}, but the head scores {scored} rows")
        wrong += stale_sizes(*ends(model))
        if wrong:
            raise ValueError(
                f"the model or the tokenizer is not the one agreed on: {'; '.join(wrong)}. "
                "Load the tokenizer saved with this checkpoint; after adding tokens, call "
                "grow(model, tokenizer_size) and make a new Contract.of(model, tokenizer)"
            )


def _size(tokenizer: Tokenizer) -> int:
    """Return one more than the highest id: ids may have gaps, rows may not."""
    return 1 + max(tokenizer.get_vocab().values(), default=-1)
