"""A GPT from both ends: input layer, blocks, head."""

import dataclasses

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn import functional as F

from bothends.head import project, softcap
from bothends.head.logits import upcast
from bothends.head.targets import real_tokens
from bothends.model.attention import Allowed, Angles, Attention, Linear, States, allowed_keys
from bothends.model.cache import KVCache
from bothends.model.config import Config
from bothends.model.input_layer import InputLayer, rms_norm
from bothends.rope import RopeCache
from bothends.tying import tie

Mask = Bool[Tensor, "B T"] | Int[Tensor, "B T"]


class Block(nn.Module):
    """Attention, then two matrices around a GELU, each added to the residual stream."""

    def __init__(self, config: Config, layer: int) -> None:
        super().__init__()
        self.attention = Attention(config, layer)
        self.up = Linear(config.n_embd, 4 * config.n_embd)
        self.down = Linear(4 * config.n_embd, config.n_embd)

    def forward(
        self, x: States, angles: Angles | None, allowed: Allowed, cache: KVCache | None
    ) -> States:
        """Return the stream with both additions."""
        x = x + self.attention(rms_norm(x), angles, allowed, cache)
        return x + self.down(F.gelu(self.up(rms_norm(x))))


class TinyGPT(nn.Module):
    """A decoder that predicts the next id; `config.tied` gives both ends one table.

    Untied tables start as nanochat's, at N(0, 0.8) and N(0, 0.001), a tied one at N(0, 0.02).
    The output projections of the blocks start at zero, so that a block first adds nothing.
    """

    head_std, tied_std = 0.001, 0.02

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config = dataclasses.replace(config)
        self.input = InputLayer(config)
        self.blocks = nn.ModuleList(Block(config, layer) for layer in range(config.n_layer))
        self.head = Linear(config.n_embd, config.rows)
        self.rope = None
        if config.rope is not None:
            dtype = torch.promote_types(config.compute_dtype, torch.float32)
            self.rope = RopeCache(config.max_len, config.head_dim, base=config.base, dtype=dtype)
        self.reset_parameters()

    @torch.no_grad()
    def reset_parameters(self) -> None:
        """Tie if the config says so, then draw every weight once."""
        if self.config.tied:
            tie(self.input.table, self.head)
            self.head.weight.normal_(std=self.tied_std)
        else:
            self.input.reset_parameters()
            self.head.weight.normal_(std=self.head_std)
        for name, weight in self.blocks.named_parameters():
            std = 0.0 if name.endswith(("out.weight", "down.weight")) else self.config.n_embd**-0.5
            weight.normal_(std=std)

    def get_input_embeddings(self) -> nn.Embedding:
        """Return the module that reads the table, for `bothends.tying.ends`."""
        return self.input.table

    def get_output_embeddings(self) -> nn.Linear:
        """Return the module that scores the table."""
        return self.head

    def forward(
        self,
        ids: Int[Tensor, "B T"],
        *,
        attention_mask: Mask | None = None,
        cache: KVCache | None = None,
    ) -> Float[Tensor, "B T V"]:
        """Return the logits of the `vocab_size` real ids, float32 or the compute dtype if wider.

        Raises:
            TypeError, IndexError, ValueError: as `hidden`.

        """
        hidden = self.hidden(ids, attention_mask=attention_mask, cache=cache)
        weight = self.head.weight.to(hidden.dtype)
        logits = upcast(project(hidden, weight, vocab_size=self.config.vocab_size))
        return logits if self.config.softcap is None else softcap(logits, self.config.softcap)

    def hidden(
        self,
        ids: Int[Tensor, "B T"],
        *,
        attention_mask: Mask | None = None,
        cache: KVCache | None = None,
    ) -> States:
        """Return the states that the head scores; a cache supplies and keeps what came before.

        `attention_mask` is 1 for a real token and 0 for padding, which no other position sees.

        Raises:
            TypeError, IndexError, ValueError: as `bothends.lookup.checked_ids`, and for the mask
                as `bothends.head.targets.real_tokens`.
            ValueError: ids are not `(B, T)`, the cache belongs to another batch, or the positions
                exceed `config.max_len`.

        """
        if ids.ndim != 2:
            raise ValueError(f"ids have shape {tuple(ids.shape)}, not (B, T): use ids[None]?")
        x = self.input(ids)
        if attention_mask is None:
            real = torch.ones_like(ids, dtype=torch.bool)
        else:
            real = real_tokens(attention_mask, ids)
        T, offset = ids.shape[1], 0 if cache is None else cache.length
        angles = None if self.rope is None else self.rope.at(offset, T)
        allowed = allowed_keys(real if cache is None else cache.extend(real), T)
        for block in self.blocks:
            x = block(x, angles, allowed, cache)
        return rms_norm(x)
