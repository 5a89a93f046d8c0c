"""What decoding keeps, so that a step computes one new query, key and value a layer."""

import torch
from jaxtyping import Bool, Float
from torch import Tensor

New = Float[Tensor, "B T n_kv_head head_dim"]
All = Float[Tensor, "B S n_kv_head head_dim"]


class KVCache:
    """Keys and values of every layer, and which slots hold real tokens.

    Keys are kept rotated, each by its own slot: they are never turned again. A row padded on
    the left begins at a later slot, which is harmless, since only distances enter a score.
    """

    def __init__(self) -> None:
        self.real: Tensor | None = None
        self._layers: dict[int, tuple[Tensor, Tensor]] = {}

    @property
    def length(self) -> int:
        """Slots in use: the offset of the next token."""
        return 0 if self.real is None else self.real.shape[1]

    def extend(self, real: Bool[Tensor, "B T"]) -> Bool[Tensor, "B S"]:
        """Add T slots, real or padding; return all S.

        Raises:
            ValueError: the cache was filled by another number of rows.

        """
        if self.real is not None:
            if len(self.real) != len(real):
                raise ValueError(
                    f"the cache holds {len(self.real)} rows, but this batch has {len(real)}: "
                    "use a new KVCache for another batch"
                )
            real = torch.cat((self.real, real), 1)
        self.real = real
        return real

    def append(self, layer: int, k: New, v: New) -> tuple[All, All]:
        """Add the keys, already rotated, and values of the new slots; return those of all."""
        if layer in self._layers:
            old_k, old_v = self._layers[layer]
            k, v = torch.cat((old_k, k), 1), torch.cat((old_v, v), 1)
        self._layers[layer] = k, v
        return k, v
