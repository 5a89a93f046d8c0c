"""What is examined: a model, what belongs to it, and what its reader says about it."""

from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor, nn
from torch.optim import Optimizer

from bothends.device import generator
from bothends.doctor.checkpoint import Checkpoint
from bothends.doctor.randomized_copy import randomized_copy
from bothends.doctor.watch import Attended, constant_run
from bothends.rope import Convention
from bothends.tying import ends
from bothends.vocab import Contract
from bothends.vocab.contract import Tokenizer, known_ids

PAST_256 = 272  # bfloat16 holds integers exactly up to 256
LENGTHS = ("max_position_embeddings", "max_len", "n_positions", "block_size", "sequence_len")


@dataclass
class Subject:
    """A model with its tokenizer, optimizer, contract and checkpoint, where there are any.

    `trained` says that its weights are no longer as initialised, `convention` how its weights
    want to be turned. Nothing longer than `longest` tokens is run.
    """

    model: nn.Module
    tokenizer: Tokenizer | None = None
    optimizer: Optimizer | None = None
    contract: Contract | None = None
    convention: Convention | None = None
    checkpoint: Checkpoint | None = None
    trained: bool = False
    longest: int = 2048

    def setting(self, *names: str) -> object:
        """Return the first of these that the model's config has and that is not None."""
        config = getattr(self.model, "config", None)
        found = (getattr(config, name, None) for name in names)
        return next((value for value in found if value is not None), None)

    @property
    def device(self) -> torch.device:
        """Where the model is."""
        return next(self.model.parameters()).device

    @property
    def max_len(self) -> int | None:
        """Positions that the model is made for, if its config says so."""
        return self.setting(*LENGTHS)

    @property
    def pad_id(self) -> int | None:
        """The id that fills up short rows: the config's, else the table's."""
        pad = self.setting("pad_token_id")
        return getattr(ends(self.model)[0], "padding_idx", None) if pad is None else pad

    @cached_property
    def randomized(self) -> nn.Module:
        """The model itself if trained, else a copy with weights that let everything be seen."""
        return self.model if self.trained else randomized_copy(self.model)

    @cached_property
    def turns(self) -> list[Attended]:
        """What each attention multiplies when one id stands at every position."""
        length = min(PAST_256, self.max_len or PAST_256, self.longest)
        return constant_run(self.randomized, self.ids(1, 1).expand(1, length))

    def ids(self, rows: int, length: int) -> Tensor:
        """Return random ids, the same on every call and device; none of them is padding."""
        size = known_ids(self.model)
        ids = torch.randint(size, (rows, length), generator=generator(0))
        if self.pad_id is not None:
            ids = torch.where(ids == self.pad_id, (ids + 1) % size, ids)
        return ids.to(self.device)
