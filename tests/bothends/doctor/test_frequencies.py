"""Every layer's speeds, in the families whose layers, parts or scalings are out of the ordinary."""

import pytest
import torch
from transformers import AutoConfig, AutoModelForCausalLM

from bothends.doctor import Subject, examine
from bothends.rope import tables
from tests.bothends.doctor.zoo import GROUPED, LONGEST, PAD, build

SMALL = {**GROUPED, "pad_token_id": PAD}
HEADS = {**SMALL, "head_dim": 16}
EXPERTS = {"n_routed_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 16}
DENSE = {**EXPERTS, "n_group": 1, "topk_group": 1, "first_k_dense_replace": 2}
MLA = {
    **SMALL,
    **DENSE,
    "num_key_value_heads": 3,
    "q_lora_rank": None,
    "kv_lora_rank": 16,
    "qk_nope_head_dim": 8,
    "qk_rope_head_dim": 8,
    "v_head_dim": 16,
}
TWO_TYPES = ["sliding_attention", "full_attention"]
YARN = {
    "rope_type": "yarn",
    "rope_theta": 1e4,
    "factor": 4.0,
    "original_max_position_embeddings": 80,
}
LONG = {
    "rope_type": "longrope",
    "rope_theta": 1e4,
    "short_factor": [1.0] * 8,
    "long_factor": [1.0 + i for i in range(8)],
    "original_max_position_embeddings": 64,
}
PROPORTIONAL = {"rope_type": "proportional", "rope_theta": 1e4, "partial_rotary_factor": 0.5}
FAMILIES = {  # transformers' model type, its config, and how many of its layers can be read
    "gpt-oss": ("gpt_oss", {**HEADS, "num_local_experts": 4, "num_experts_per_tok": 2}, "1 of 2"),
    "gemma 3": ("gemma3_text", {**HEADS, "layer_types": TWO_TYPES}, "2 of 2"),
    "gemma 4": (
        "gemma4_text",
        {
            **HEADS,
            "layer_types": TWO_TYPES,
            "global_head_dim": 32,
            "hidden_size_per_layer_input": 0,
            "vocab_size_per_layer_input": 100,
        },
        "2 of 2",
    ),
    "deepseek v2": ("deepseek_v2", MLA, "2 of 2"),
    "deepseek v3": ("deepseek_v3", {**MLA, "rope_parameters": YARN}, "2 of 2"),
    "glm": ("glm", HEADS, "2 of 2"),
    "glm 4.5": ("glm4_moe", {**HEADS, **DENSE}, "2 of 2"),
    "phi 3": (
        "phi3",
        {**SMALL, "original_max_position_embeddings": 64, "rope_parameters": LONG},
        "2 of 2",
    ),
    "yarn": ("llama", {**SMALL, "rope_parameters": YARN}, "2 of 2"),
    "proportional": ("llama", {**SMALL, "rope_parameters": PROPORTIONAL}, "2 of 2"),
    "layers at rest, listed": ("smollm3", {**SMALL, "num_hidden_layers": 4}, "3 of 4"),
    "layers at rest, by type": ("cohere2", {**SMALL, "num_hidden_layers": 4}, "3 of 4"),
}


def model(name):
    torch.manual_seed(0)
    kind, config, _ = FAMILIES[name]
    config = {
        key: dict(value) if isinstance(value, dict) else value for key, value in config.items()
    }
    return AutoModelForCausalLM.from_config(AutoConfig.for_model(kind, **config))


def finding(subject, check="frequencies"):
    (found,) = [r.finding for r in examine(subject) if r.check.name == check]
    return found


@pytest.mark.parametrize("name", FAMILIES)
def test_no_alarm(name):
    results = examine(Subject(model(name)))
    assert not [r for r in results if r.finding.status in ("problem", "warning")]
    assert not [r for r in results if "was stopped by" in r.finding.found]
    (found,) = [r.finding for r in results if r.check.name == "frequencies"]
    assert found.status == "ok"
    assert f"in {FAMILIES[name][2]} layers" in found.found


def with_other_tables(attention, make):
    """Give one layer tables of its own; `make` takes the positions and the table's width."""

    def before(module, args, kwargs):
        cos = kwargs["position_embeddings"][0]
        other = make(torch.arange(cos.shape[1]), cos.shape[-1])
        doubled = tuple(torch.cat((table, table), -1)[None].to(cos) for table in other)
        return args, kwargs | {"position_embeddings": doubled}

    attention.register_forward_pre_hook(before, with_kwargs=True)


def test_a_second_layer_with_another_base():
    """10,000 ** (-2 / 16) and 500 ** (-2 / 16)."""
    llama = build("llama")
    with_other_tables(
        llama.model.layers[1].self_attn, lambda positions, width: tables(positions, width, base=500)
    )
    found = finding(Subject(llama))
    assert found.status == "problem"
    assert found.found == "layer 1, pair 1 turns 0.45986 rad a token, not 0.31623"


def test_a_second_layer_that_does_not_turn():
    llama = build("llama")
    with_other_tables(
        llama.model.layers[1].self_attn,
        lambda positions, width: tables(0 * positions, width, base=500),
    )
    found = finding(Subject(llama))
    assert found.found == "layer 1 does not turn, and the config says that it does"


def exchanged(parameters):
    parameters["sliding_attention"], parameters["full_attention"] = (
        parameters["full_attention"],
        parameters["sliding_attention"],
    )


CHANGES = {  # a family, and what its config says instead
    "a ramp that ends at whole pairs": ("gpt-oss", {"truncate": True}),
    "a plain rotation": ("yarn", {"rope_type": "default"}),
    "the last channels, too fast": ("deepseek v3", {"rope_theta": 500.0}),
    "a part's own exponent": ("proportional", {"rope_type": "default"}),
    "half of what turns": ("glm", {"partial_rotary_factor": 0.25}),
}


@pytest.mark.parametrize(("name", "change"), CHANGES.values(), ids=CHANGES)
def test_a_config_that_asks_for_something_else(name, change):
    changed = model(name)
    changed.config.rope_parameters = changed.config.rope_parameters | change
    found = finding(Subject(changed))
    assert found.status == "problem"
    assert found.found.startswith("layer 0")


@pytest.mark.parametrize("name", ["gemma 3", "gemma 4"])
def test_two_bases_exchanged(name):
    gemma = model(name)
    exchanged(gemma.config.rope_parameters)
    assert finding(Subject(gemma)).status == "problem"


def test_what_the_config_does_not_say_is_not_judged():
    llama = build("llama")
    llama.config.rope_parameters = {"rope_type": "axial", "rope_theta": 1e4}
    found = finding(Subject(llama))
    assert found.status == "not checked"
    assert "'axial' is not known here" in found.found


def test_more_attentions_than_layers_that_differ():
    gemma = model("gemma 3")
    gemma.config.num_hidden_layers, gemma.config.layer_types = 3, [*TWO_TYPES, "full_attention"]
    found = finding(Subject(gemma))
    assert found.status == "not checked"
    assert "2 attentions were seen, but 3 layers differ" in found.found


def test_a_size_that_a_module_says_and_its_table_has_not():
    llama = build("llama")
    llama.lm_head.out_features = LONGEST
    problems = [r.finding for r in examine(Subject(llama)) if r.check.name == "vocabulary contract"]
    assert problems[0].status == "problem"
    assert f"Linear.out_features is {LONGEST}" in problems[0].found
