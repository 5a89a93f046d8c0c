"""A ramp over the pairs: keep those that turn often, divide those that hardly turn."""

import math
from dataclasses import KW_ONLY, dataclass

import torch

from bothends.scaling.base import Frequencies, Number, Scaling, check_attention_factor


@dataclass(frozen=True)
class YaRN(Scaling):
    """Keep pairs of `beta_fast` turns within `original_max_len`, divide those of `beta_slow`.

    Between the two, `ramp="index"` blends linearly in the pair's index, as the published code
    and transformers do, and `ramp="turns"` linearly in its turns, as the paper says. The ramp in
    indices begins and ends at whole pairs, or with `truncate=False`, as in gpt-oss, between them.
    `attention_factor` is 0.1 ln(factor) + 1 unless it is given; the mscales are DeepSeek's.

    Raises:
        ValueError: the ramp is unknown, beta_slow is not below beta_fast, attention_factor is not
            positive, or as `Scaling`.

    Source: arXiv 2309.00071; transformers, modeling_rope_utils.py, "yarn".

    """

    original_max_len: int
    _: KW_ONLY
    beta_fast: Number = 32.0
    beta_slow: Number = 1.0
    ramp: str = "index"
    truncate: bool = True
    mscale: Number = 1.0
    mscale_all_dim: Number = 0.0
    attention_factor: Number | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_bounds("YaRN", "beta_slow", self.beta_slow, "beta_fast", self.beta_fast)
        if self.ramp not in ("index", "turns"):
            raise ValueError(
                f"YaRN got ramp={self.ramp!r}: use 'index' (the code) or 'turns' (the paper)"
            )
        check_attention_factor("YaRN", self.attention_factor)
        if self.attention_factor is None:
            log = 0.1 * math.log(self.factor)
            factor = (self.mscale * log + 1) / (self.mscale_all_dim * log + 1)
            object.__setattr__(self, "attention_factor", factor)

    def _slowed(self, theta: Frequencies, base: Number, seq_len: int | None) -> Frequencies:
        if self.ramp == "turns":
            kept = _kept_by_turns(theta, self.original_max_len, self.beta_slow, self.beta_fast)
        else:
            kept = self._kept_by_index(theta, base)
        return _blend(theta, self.factor, kept)

    def _kept_by_index(self, theta: Frequencies, base: Number) -> Frequencies:
        head_dim = 2 * len(theta)

        def index_of(turns: Number) -> float:
            radians = 2 * math.pi * turns / self.original_max_len
            return -head_dim * math.log(radians) / (2 * math.log(base))

        first, last = index_of(self.beta_fast), index_of(self.beta_slow)
        if self.truncate:
            first, last = math.floor(first), math.ceil(last)
        first, last = max(first, 0), min(last, head_dim - 1)
        index = torch.arange(len(theta), dtype=theta.dtype, device=theta.device)
        return 1 - ((index - first) / max(last - first, 0.001)).clamp(0, 1)


@dataclass(frozen=True)
class Llama3(Scaling):
    """YaRN's ramp in turns with other bounds, as trained into Llama 3.1.

    Pairs of `high_freq_factor` turns within `original_max_len` are kept, those of
    `low_freq_factor` divided.

    Raises:
        ValueError: low_freq_factor is not below high_freq_factor, or as `Scaling`.

    Source: Meta's `apply_scaling`; transformers, modeling_rope_utils.py, "llama3".

    """

    low_freq_factor: Number
    high_freq_factor: Number
    original_max_len: int

    def __post_init__(self) -> None:
        super().__post_init__()
        low, high = self.low_freq_factor, self.high_freq_factor
        _check_bounds("Llama3", "low_freq_factor", low, "high_freq_factor", high)

    def _slowed(self, theta: Frequencies, base: Number, seq_len: int | None) -> Frequencies:
        low, high = self.low_freq_factor, self.high_freq_factor
        return _blend(theta, self.factor, _kept_by_turns(theta, self.original_max_len, low, high))


def _kept_by_turns(theta: Frequencies, length: int, low: Number, high: Number) -> Frequencies:
    """Return 1 for pairs of `high` turns or more within `length`, 0 up to `low`, linear between."""
    turns = length * theta / (2 * math.pi)
    return ((turns - low) / (high - low)).clamp(0, 1)


def _blend(theta: Frequencies, factor: Number, kept: Frequencies) -> Frequencies:
    return theta * kept + theta / factor * (1 - kept)


def _check_bounds(name: str, low_name: str, low: Number, high_name: str, high: Number) -> None:
    if not low < high:
        raise ValueError(
            f"{name} got {low_name}={low} and {high_name}={high}: the first must be the smaller one"
        )
