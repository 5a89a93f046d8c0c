"""Ids in, as nanochat does it: a padded table, the compute dtype, a norm without gain."""

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn import functional as F

from bothends.lookup import checked_ids
from bothends.model.config import Config


def rms_norm(x: Float[Tensor, "*N D"]) -> Float[Tensor, "*N D"]:
    """Return `x / sqrt(mean(x^2) + eps)` over the last axis; no gain, nothing to learn.

    eps is torch's default, 1.19e-7 in float32 and for bfloat16 and float16, whose mean is
    taken in float32.
    """
    return F.rms_norm(x, (x.shape[-1],))


class InputLayer(nn.Module):
    """Rows of a table, as vectors of unit root mean square; `nanochat/gpt.py` at 92d63d4.

    The table has `config.rows` rows, of which ids may read the first `config.vocab_size`:
    nanochat accepts an id in the padding, here it is an error. It starts at N(0, 0.8), which
    the norm hides from the forward pass: it only sets how far a step of training turns a row.
    """

    init_std = 0.8

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
        self.table = nn.Embedding(config.rows, config.n_embd)
        self.reset_parameters()

    @torch.no_grad()
    def reset_parameters(self) -> None:
        """Draw the table anew, padded rows included."""
        self.table.weight.normal_(std=self.init_std)

    def forward(self, ids: Int[Tensor, "*N"]) -> Float[Tensor, "*N D"]:
        """Return one vector an id, in the compute dtype.

        Raises:
            TypeError, IndexError, ValueError: as `bothends.lookup.checked_ids`.

        """
        ids = checked_ids(ids, self.table.weight, self.config.vocab_size)
        return rms_norm(self.table(ids).to(self.config.compute_dtype))
