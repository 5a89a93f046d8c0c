"""Longer contexts: ways to slow RoPE's frequencies down, passed as `scaling=`.

Each has `frequencies(head_dim, base, seq_len=None)` and `attention_factor`. `base` holds what
they share, `stretch` those that treat all pairs by one rule, `ramp` those that ask how often a
pair turns, `pairwise` those that list or choose the pairs.
"""

from bothends.scaling.base import Device, Number, Scaling, base_frequencies
from bothends.scaling.pairwise import LongRoPE, Proportional
from bothends.scaling.ramp import Llama3, YaRN
from bothends.scaling.stretch import NTK, DynamicNTK, Linear

__all__ = [
    "NTK",
    "Device",
    "DynamicNTK",
    "Linear",
    "Llama3",
    "LongRoPE",
    "Number",
    "Proportional",
    "Scaling",
    "YaRN",
    "base_frequencies",
]
