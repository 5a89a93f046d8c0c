"""One rule for all pairs: divide every frequency, or enlarge the base."""

from dataclasses import dataclass

import torch

from bothends.scaling.base import Frequencies, Number, Scaling


@dataclass(frozen=True)
class Linear(Scaling):
    """Position interpolation: every theta / factor, the same as every position / factor.

    Source: Chen et al. 2023, arXiv 2306.15595.
    """

    def _slowed(self, theta: Frequencies, base: Number, seq_len: int | None) -> Frequencies:
        return theta / self.factor


@dataclass(frozen=True)
class NTK(Scaling):
    """A larger base: the fastest pair keeps its theta, the slowest gets exactly theta / factor.

    Source: "NTK-aware" interpolation, YaRN, arXiv 2309.00071, section 3.1.
    """

    def _slowed(self, theta: Frequencies, base: Number, seq_len: int | None) -> Frequencies:
        return _with_larger_base(theta, self.factor)


@dataclass(frozen=True)
class DynamicNTK(Scaling):
    """NTK with a base that grows with `seq_len` once it passes `original_max_len`.

    No seq_len counts as original_max_len, as in transformers: nothing is slowed. At factor *
    original_max_len tokens the slowest pair is divided by factor^2 - factor + 1, not by factor.
    Keys rotated under one seq_len do not fit queries rotated under another.

    Source: transformers, modeling_rope_utils.py, "dynamic".
    """

    original_max_len: int

    def _slowed(self, theta: Frequencies, base: Number, seq_len: int | None) -> Frequencies:
        ratio = max(seq_len or 0, self.original_max_len) / self.original_max_len
        return _with_larger_base(theta, self.factor * ratio - (self.factor - 1))


def _with_larger_base(theta: Frequencies, slowest: Number) -> Frequencies:
    """Return theta for base * slowest ** (d / (d - 2)): its last entry is divided by `slowest`.

    Written per pair, this is slowest ** (-i / (d / 2 - 1)), and has no division by zero at d = 2.
    """
    exponents = torch.linspace(0, 1, len(theta), dtype=theta.dtype, device=theta.device)
    return theta * slowest**-exponents
