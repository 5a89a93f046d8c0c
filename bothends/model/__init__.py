"""A small GPT, so that the two ends have a middle: as plain as it can be, and trainable.

`config` holds the numbers, `input_layer` turns ids into vectors, `attention` and `cache` mix
positions, `gpt` joins both ends, `generation` writes on from a prompt.
"""

from bothends.model.cache import KVCache
from bothends.model.config import Config
from bothends.model.generation import generate
from bothends.model.gpt import TinyGPT
from bothends.model.input_layer import InputLayer

__all__ = ["Config", "InputLayer", "KVCache", "TinyGPT", "generate"]
