"""Position in: queries and keys are turned by angles that grow with their position.

`angles` makes the tables of cos and sin, `rotation` applies them, `convention` names the
layouts in use and converts weights between them, `cache` keeps tables for decoding, `parameters`
reads what a published model turns by.
"""

from bothends.rope.angles import inverse_frequencies, tables
from bothends.rope.cache import RopeCache
from bothends.rope.convention import (
    GPT_J,
    GPT_NEOX,
    LLAMA_HF,
    LLAMA_META,
    NANOCHAT,
    ROFORMER,
    Convention,
    convert,
)
from bothends.rope.parameters import RopeParameters, rope_parameters
from bothends.rope.rotation import rotate

__all__ = [
    "GPT_J",
    "GPT_NEOX",
    "LLAMA_HF",
    "LLAMA_META",
    "NANOCHAT",
    "ROFORMER",
    "Convention",
    "RopeCache",
    "RopeParameters",
    "convert",
    "inverse_frequencies",
    "rope_parameters",
    "rotate",
    "tables",
]
