"""Both ends of a language model as one module, with one table."""

from collections.abc import Callable

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from bothends.lookup import check_padding_idx, checked_ids
from bothends.tying.identity import tie


class TiedTokenIO(nn.Module):
    """Both ends of a language model on one table `(V, D)`; the middle is passed to `forward`.

    The table starts at N(0, init_std): with states of unit RMS and the default 0.02 the loss
    starts near ln V. Row `pad_id` starts at zero and gets no gradient from the lookup, but
    the head moves it: see `gradient_paths`.

    Raises:
        ValueError: pad_id is not a row.

    """

    def __init__(
        self,
        vocab_size: int,
        n_embd: int,
        *,
        pad_id: int | None = None,
        init_std: float | int = 0.02,
    ) -> None:
        super().__init__()
        if pad_id is not None:
            check_padding_idx(pad_id, vocab_size)
        self.init_std = init_std
        self.embedding = nn.Embedding(vocab_size, n_embd, padding_idx=pad_id)
        self.head = nn.Linear(n_embd, vocab_size, bias=False)
        self.reset_parameters()

    @torch.no_grad()
    def reset_parameters(self) -> None:
        """Tie, then initialise the one table, then its padding row."""
        tie(self.embedding, self.head)
        self.embedding.weight.normal_(std=self.init_std)
        if self.embedding.padding_idx is not None:
            self.embedding.weight[self.embedding.padding_idx] = 0

    def forward(
        self, ids: Int[Tensor, "*N"], hidden_fn: Callable[[Tensor], Tensor]
    ) -> Float[Tensor, "*N V"]:
        """Return the logits `head(hidden_fn(embedding(ids)))`; hidden_fn keeps `(*N, D)`.

        Raises:
            TypeError, IndexError, ValueError: as `bothends.lookup.lookup`.

        """
        ids = checked_ids(ids, self.embedding.weight)
        return self.head(hidden_fn(self.embedding(ids)))
