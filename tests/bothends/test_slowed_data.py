"""The reference frequencies of chapter 19, made again by transformers' own functions."""

import json
from importlib.resources import files

import pytest
import torch
from transformers import LlamaConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

METHODS = json.loads((files("bothends") / "data/slowed.json").read_text("utf-8"))["methods"]


@pytest.mark.parametrize("name", METHODS)
def test_transformers_makes_the_same_frequencies(name):
    stored = METHODS[name]
    config = LlamaConfig(
        hidden_size=stored["head_dim"],
        num_attention_heads=1,
        max_position_embeddings=stored["max_position_embeddings"],
        rope_parameters={"rope_type": name, "rope_theta": stored["base"], **stored["parameters"]},
    )
    theta, factor = ROPE_INIT_FUNCTIONS[name](config, "cpu", seq_len=stored["seq_len"])
    want = torch.tensor(stored["frequencies"])
    assert len(want) == stored["head_dim"] // 2
    # 1e-6: a power in float32 may differ in its last digits between machines.
    torch.testing.assert_close(theta, want, rtol=1e-6, atol=0)
    assert factor == pytest.approx(stored["attention_factor"], abs=1e-12)
