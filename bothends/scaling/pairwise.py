"""Pair by pair: a number of its own for each, or a share of them that does not turn at all."""

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

import torch

from bothends.scaling.base import Frequencies, Number, Scaling, check_attention_factor


@dataclass(frozen=True)
class LongRoPE(Scaling):
    """Divide pair i by `short_factor[i]`, or by `long_factor[i]` past `original_max_len` tokens.

    No seq_len counts as short. `attention_factor` is sqrt(1 + ln(factor) / ln(original_max_len))
    unless it is given. Keys rotated with one list do not fit queries rotated with the other.

    Raises:
        ValueError: a number in a list or attention_factor is not positive, or as `Scaling`; from
            `frequencies`, if a list does not have one number for each pair.

    Source: arXiv 2402.13753; transformers, modeling_rope_utils.py, "longrope".

    """

    original_max_len: int
    _: KW_ONLY
    short_factor: Sequence[Number]
    long_factor: Sequence[Number]
    attention_factor: Number | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("short_factor", "long_factor"):
            divisors = tuple(getattr(self, name))
            object.__setattr__(self, name, divisors)
            if not all(divisor > 0 for divisor in divisors):
                raise ValueError(f"LongRoPE got {name}={divisors}: divide by positive numbers")
        check_attention_factor("LongRoPE", self.attention_factor)
        if self.attention_factor is None:
            ratio = math.log(self.factor) / math.log(self.original_max_len)
            object.__setattr__(self, "attention_factor", math.sqrt(1 + ratio))

    def _slowed(self, theta: Frequencies, base: Number, seq_len: int | None) -> Frequencies:
        is_long = (seq_len or 0) > self.original_max_len
        name = "long_factor" if is_long else "short_factor"
        divisors = getattr(self, name)
        if len(divisors) != len(theta):
            raise ValueError(
                f"{name} has {len(divisors)} numbers, but {2 * len(theta)} channels make "
                f"{len(theta)} pairs: give one for each pair"
            )
        return theta / theta.new_tensor(divisors)


@dataclass(frozen=True)
class Proportional(Scaling):
    """Turn the first `share` of the pairs, at the speeds of a whole head; the others stand still.

    So a head of 8 channels, half turned, has frequencies 1, 0.1, 0, 0, and channel 0 pairs with
    channel 4. A head of which a part of its own turns has 1, 0.01 instead: see `rotate`'s `part`.

    Raises:
        ValueError: share is not 0 to 1, or as `Scaling`.

    Source: Gemma 4; transformers, modeling_rope_utils.py, "proportional".

    """

    factor: Number = 1
    _: KW_ONLY
    share: Number

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.share <= 1:
            raise ValueError(
                f"Proportional got share={self.share}: use the part of the pairs that turns, 0 to 1"
            )

    def _slowed(self, theta: Frequencies, base: Number, seq_len: int | None) -> Frequencies:
        index = torch.arange(len(theta), device=theta.device)
        return theta.where(index < int(self.share * len(theta)), 0) / self.factor
