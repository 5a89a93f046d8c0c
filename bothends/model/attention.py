"""Causal attention with grouped heads, rotated queries and keys, and a cache."""

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn import functional as F

from bothends.model.cache import KVCache
from bothends.model.config import Config
from bothends.rope import rotate

States = Float[Tensor, "B T D"]
Angles = tuple[Float[Tensor, "T half"], Float[Tensor, "T half"]]
Allowed = Bool[Tensor, "B 1 T S"]


class Linear(nn.Linear):
    """A matrix without bias, kept in float32 and applied in the input's dtype."""

    def __init__(self, in_features: int, out_features: int) -> None:
        super().__init__(in_features, out_features, bias=False)

    def forward(self, x: Float[Tensor, "*N width"]) -> Float[Tensor, "*N new_width"]:
        """Return `x @ weight.T`."""
        return F.linear(x, self.weight.to(x.dtype))


def allowed_keys(real: Bool[Tensor, "B S"], T: int) -> Allowed:
    """Return which of S slots each of the last T may look at: real ones, no later than itself.

    The mask is written out since `is_causal` counts from the first slot: with a cache, a single
    query would see a single key. A padded slot looks at itself, so that its softmax has a term.
    """
    S = real.shape[1]
    slots = torch.arange(S, device=real.device)
    own = slots[S - T :, None]
    return (((slots <= own) & real[:, None]) | (slots == own))[:, None]


class Attention(nn.Module):
    """Every `n_head // n_kv_head` neighbouring query heads share one key and value head."""

    def __init__(self, config: Config, layer: int) -> None:
        super().__init__()
        self.config, self.layer = config, layer
        kv_width = config.n_kv_head * config.head_dim
        self.q = Linear(config.n_embd, config.n_embd)
        self.k = Linear(config.n_embd, kv_width)
        self.v = Linear(config.n_embd, kv_width)
        self.out = Linear(config.n_embd, config.n_embd)

    def forward(
        self, x: States, angles: Angles | None, allowed: Allowed, cache: KVCache | None
    ) -> States:
        """Return each position's mix of values."""
        q, k, v = (
            project(x).unflatten(-1, (-1, self.config.head_dim))  # (B, T, heads, head_dim)
            for project in (self.q, self.k, self.v)
        )
        if angles is not None:
            turn = self.config.rope
            q, k = (rotate(h, *angles, pairing=turn.pairing, sign=turn.sign) for h in (q, k))
        if cache is not None:
            k, v = cache.append(self.layer, k, v)
        shared = self.config.n_head // self.config.n_kv_head
        k, v = (h.repeat_interleave(shared, dim=2) for h in (k, v))
        q, k, v = (h.transpose(1, 2) for h in (q, k, v))  # (B, heads, T or S, head_dim)
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=allowed)
        return self.out(mixed.transpose(1, 2).flatten(-2))
