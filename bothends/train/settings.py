"""The numbers of a run, and the text that it learns from."""

import dataclasses
from pathlib import Path

from tokenizers import Tokenizer

from bothends.data import the_mill
from bothends.model import Config
from bothends.rope import NANOCHAT
from bothends.tokenizer import train_bpe


@dataclasses.dataclass(frozen=True)
class Settings:
    """What decides the result of a training, step by step; two runs that differ here differ.

    A batch has `batch` windows of `sequence_len` ids. The defaults suit a short story.
    """

    vocab_size: int = 512
    n_layer: int = 2
    n_head: int = 4
    n_embd: int = 64
    sequence_len: int = 64
    tied: bool = True
    rope: bool = True
    batch: int = 16
    lr: float = 3e-3
    seed: int = 0

    def config(self) -> Config:
        """Return the model's numbers: no padded rows, and logits without a cap."""
        return Config(
            vocab_size=self.vocab_size,
            n_layer=self.n_layer,
            n_head=self.n_head,
            n_embd=self.n_embd,
            sequence_len=self.sequence_len,
            row_multiple=1,
            tied=self.tied,
            rope=NANOCHAT if self.rope else None,
            softcap=None,
        )


def read_text(path: Path | None, settings: Settings) -> tuple[str, Tokenizer, Settings]:
    """Return the text, a tokenizer trained on it, and the settings with that tokenizer's size.

    Without a path the text is the book's own story. A short text may have fewer tokens than
    `settings.vocab_size` asks for.
    """
    text = the_mill() if path is None else path.read_text("utf-8")
    tokenizer = train_bpe(text, settings.vocab_size)
    return text, tokenizer, dataclasses.replace(settings, vocab_size=tokenizer.get_vocab_size())
