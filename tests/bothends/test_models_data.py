"""The sizes of real models in the data file, against transformers' own models."""

import json
from importlib.resources import files

import pytest
import torch
from transformers import AutoModelForCausalLM, GPT2Config, LlamaConfig, Qwen2Config

DATA = json.loads((files("bothends") / "data/models.json").read_text())


def config_of(model):
    shared = {"vocab_size": model["vocab_size"], "tie_word_embeddings": model["tied"]}
    if model["family"] == "gpt2":
        keys = ("n_embd", "n_layer", "n_positions")
        return GPT2Config(**shared, **{key: model[key] for key in keys})
    return (Qwen2Config if model["qkv_bias"] else LlamaConfig)(
        **shared,
        hidden_size=model["n_embd"],
        num_hidden_layers=model["n_layer"],
        num_attention_heads=model["n_head"],
        num_key_value_heads=model["n_kv_head"],
        head_dim=model["head_dim"],
        intermediate_size=model["n_inner"],
    )


@pytest.mark.parametrize("model", DATA["models"], ids=lambda model: model["name"])
def test_the_total_is_that_of_the_model_built_by_transformers(model):
    with torch.device("meta"):
        built = AutoModelForCausalLM.from_config(config_of(model))
    assert sum(p.numel() for p in built.parameters()) == model["total"]
    tied = built.get_input_embeddings().weight is built.get_output_embeddings().weight
    assert tied == model["tied"]


@pytest.mark.parametrize("model", DATA["models"], ids=lambda model: model["name"])
def test_sources_are_named(model):
    assert model["sizes"] in DATA["sizes"]
    assert model["tie_flag"] in DATA["tie_flags"]
