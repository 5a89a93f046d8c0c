"""What published models turn by, read from their configs: beside their own code in transformers.

Most have the numbers that the config classes have by default, or that the published checkpoints
have. Both sides rotate with the tables of their code, so that a difference can only come from the
rotation; those tables are compared with ours on their own.
"""

from itertools import product
from types import SimpleNamespace

import pytest
import torch
from transformers import (
    CohereConfig,
    DeepseekV2Config,
    DeepseekV3Config,
    Gemma3TextConfig,
    Gemma4TextConfig,
    Glm4MoeConfig,
    GlmConfig,
    GPTJConfig,
    GPTNeoXConfig,
    GptOssConfig,
    LlamaConfig,
    NanoChatConfig,
    Phi3Config,
)
from transformers.models.cohere import modeling_cohere as cohere
from transformers.models.deepseek_v2 import modeling_deepseek_v2 as deepseek_v2
from transformers.models.deepseek_v3 import modeling_deepseek_v3 as deepseek_v3
from transformers.models.gemma3 import modeling_gemma3 as gemma3
from transformers.models.gemma4 import modeling_gemma4 as gemma4
from transformers.models.glm import modeling_glm as glm
from transformers.models.glm4_moe import modeling_glm4_moe as glm4_moe
from transformers.models.gpt_neox import modeling_gpt_neox as gpt_neox
from transformers.models.gpt_oss import modeling_gpt_oss as gpt_oss
from transformers.models.gptj import modeling_gptj as gptj
from transformers.models.llama import modeling_llama as llama
from transformers.models.nanochat import modeling_nanochat as nanochat
from transformers.models.phi3 import modeling_phi3 as phi3

from bothends.model import Config
from bothends.rope import (
    RopeParameters,
    rope_parameters,
    rotate,
    tables,
)
from bothends.scaling import DynamicNTK, Linear, Proportional, YaRN

POSITIONS = torch.tensor([[0, 1, 2, 57, 300], [9, 8, 7, 6, 511]])
DEEPSEEK = {  # as published: config.json of DeepSeek-V3 and of DeepSeek-V2
    "rope_type": "yarn",
    "rope_theta": 10_000.0,
    "factor": 40.0,
    "original_max_position_embeddings": 4096,
    "beta_fast": 32.0,
    "beta_slow": 1.0,
}
LLAMA31 = {
    "rope_type": "llama3",
    "rope_theta": 500_000.0,
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 8192,
}
PHI3 = {
    "rope_type": "longrope",
    "rope_theta": 10_000.0,
    "short_factor": [1 + i / 100 for i in range(48)],
    "long_factor": [1 + i for i in range(48)],
}


def deepseek(config, **scales):
    return config(rope_parameters=DEEPSEEK | scales, max_position_embeddings=163_840)


def phi(last):
    """Phi-3 changes to the long list with the longest position that a batch has."""
    positions = POSITIONS.clamp(max=last)
    config = Phi3Config(
        rope_parameters=dict(PHI3),
        max_position_embeddings=4000,
        original_max_position_embeddings=400,
    )
    return phi3.Phi3RotaryEmbedding, config, 0, positions


MODELS = {  # their module of tables, the config, a layer, positions
    "gpt-oss": (gpt_oss.GptOssRotaryEmbedding, GptOssConfig(), 1, POSITIONS),
    "Gemma 3, a window": (gemma3.Gemma3RotaryEmbedding, Gemma3TextConfig(), 4, POSITIONS),
    "Gemma 3, all": (gemma3.Gemma3RotaryEmbedding, Gemma3TextConfig(), 5, POSITIONS),
    "Gemma 4, a window": (gemma4.Gemma4TextRotaryEmbedding, Gemma4TextConfig(), 4, POSITIONS),
    "Gemma 4, all": (gemma4.Gemma4TextRotaryEmbedding, Gemma4TextConfig(), 5, POSITIONS),
    "DeepSeek-V2": (
        deepseek_v2.DeepseekV2RotaryEmbedding,
        deepseek(DeepseekV2Config, mscale=0.707, mscale_all_dim=0.707),
        0,
        POSITIONS,
    ),
    "DeepSeek-V3": (
        deepseek_v3.DeepseekV3RotaryEmbedding,
        deepseek(DeepseekV3Config, mscale=1.0, mscale_all_dim=1.0),
        0,
        POSITIONS,
    ),
    "one mscale alone": (
        deepseek_v3.DeepseekV3RotaryEmbedding,
        deepseek(DeepseekV3Config, mscale=0.5),
        0,
        POSITIONS,
    ),
    "an attention factor": (
        deepseek_v3.DeepseekV3RotaryEmbedding,
        deepseek(DeepseekV3Config, attention_factor=1.25, mscale=0.5, mscale_all_dim=0.7),
        0,
        POSITIONS,
    ),
    "GLM": (glm.GlmRotaryEmbedding, GlmConfig(), 0, POSITIONS),
    "GLM-4.5": (glm4_moe.Glm4MoeRotaryEmbedding, Glm4MoeConfig(head_dim=128), 0, POSITIONS),
    "Phi-3, short": phi(399),
    "Phi-3, long": phi(511),
    "Llama 3.1": (llama.LlamaRotaryEmbedding, LlamaConfig(rope_parameters=LLAMA31), 0, POSITIONS),
}


def small(rope, config, **parameters):
    """One of the five codes that chapter 17 names, with 8 channels a head."""
    parameters = {"rope_type": "default", "rope_theta": 10_000.0, **parameters}
    sizes = {"hidden_size": 48, "num_attention_heads": 6, "head_dim": 8}
    return rope, config(**sizes, rope_parameters=parameters), 0, POSITIONS


NEOX = gpt_neox.GPTNeoXRotaryEmbedding
MODELS |= {
    "Llama": small(llama.LlamaRotaryEmbedding, LlamaConfig),
    "GPT-NeoX": small(NEOX, GPTNeoXConfig, partial_rotary_factor=1.0),
    "GPT-NeoX, half of a head": small(NEOX, GPTNeoXConfig, partial_rotary_factor=0.5),
    "Cohere": small(cohere.CohereRotaryEmbedding, CohereConfig),
    "nanochat": small(nanochat.NanoChatRotaryEmbedding, NanoChatConfig),
}


def their_tables(rope, config, layer, positions):
    types = getattr(config, "layer_types", None)
    by_type = types and types[layer] in config.rope_parameters
    more = {"layer_type": types[layer]} if by_type else {}
    answer = rope(config)(torch.zeros(1), positions, **more)
    if torch.is_tensor(answer):
        return answer.real, answer.imag
    return answer


def once(table, width, rope):
    """Most store each number twice, in halves; Cohere side by side."""
    return table[..., ::2] if rope is cohere.CohereRotaryEmbedding else table[..., : width // 2]


@pytest.mark.parametrize(("rope", "config", "layer", "positions"), MODELS.values(), ids=MODELS)
def test_tables(rope, config, layer, positions):
    """Their angles are float32: 511 rad is off by 3e-5."""
    cos, sin = their_tables(rope, config, layer, positions)
    width, base, scaling = rope_parameters(config, layer)
    length = int(positions.max()) + 1
    got = tables(positions, width, base=base, scaling=scaling, seq_len=length)
    for ours, theirs in zip(got, (cos, sin), strict=True):
        torch.testing.assert_close(ours, once(theirs, width, rope), rtol=0, atol=1e-4)


# How they apply the tables to x (B, T, H, head_dim)


def x_for(width, beside=0):
    generator = torch.Generator().manual_seed(0)
    return torch.randn(2, 5, 3, width + beside, generator=generator)


def their_width_by_name(module):
    return lambda x, cos, sin: module.apply_rotary_pos_emb(x, x, cos, sin, unsqueeze_dim=2)[0]


def deepseek_v2_rotation(x, cos, sin):
    """Their layout is (B, H, T, d), and what does not turn is split off before."""
    nope, turned = x.transpose(1, 2).split((4, x.shape[-1] - 4), -1)
    turned, _ = deepseek_v2.apply_rotary_emb(turned, turned, torch.complex(cos, sin))
    return torch.cat((nope, turned), -1).transpose(1, 2)


def deepseek_v3_rotation(x, cos, sin):
    """They leave the pairs sorted into halves; here they are put back."""
    nope, turned = x.split((4, x.shape[-1] - 4), -1)
    turned, _ = deepseek_v3.apply_rotary_pos_emb_interleave(
        turned, turned, cos, sin, unsqueeze_dim=2
    )
    turned = turned.unflatten(-1, (2, -1)).transpose(-1, -2).flatten(-2)
    return torch.cat((nope, turned), -1)


ROTATIONS = {  # model, channels that do not turn, their code, pairing, part
    "gpt-oss": (0, their_width_by_name(gpt_oss), "halves", None),
    "Gemma 3, all": (0, their_width_by_name(gemma3), "halves", None),
    "Gemma 4, all": (
        0,
        lambda x, cos, sin: gemma4.apply_rotary_pos_emb(x, cos, sin, unsqueeze_dim=2),
        "halves",
        None,
    ),
    "DeepSeek-V2": (4, deepseek_v2_rotation, "pairs", "last"),
    "DeepSeek-V3": (4, deepseek_v3_rotation, "pairs", "last"),
    "GLM": (64, their_width_by_name(glm), "pairs", "first"),
    "Llama": (0, their_width_by_name(llama), "halves", None),
    "GPT-NeoX": (0, their_width_by_name(gpt_neox), "halves", None),
    "GPT-NeoX, half of a head": (4, their_width_by_name(gpt_neox), "halves", "first"),
    "Cohere": (0, their_width_by_name(cohere), "pairs", None),
    "nanochat": (0, their_width_by_name(nanochat), "halves", None),
    "GLM-4.5": (64, their_width_by_name(glm4_moe), "halves", "first"),
}


@pytest.mark.parametrize("name", ROTATIONS)
def test_rotation(name):
    """With their own tables on both sides, so that only the rotation can differ."""
    beside, theirs, pairing, part = ROTATIONS[name]
    rope, config, layer, positions = MODELS[name]
    width = rope_parameters(config, layer).width
    cos, sin = their_tables(rope, config, layer, positions)
    x = x_for(width, beside)
    ours = [once(table, width, rope) for table in (cos, sin)]
    want, right = theirs(x, cos, sin), (pairing, -1 if name == "nanochat" else 1)
    for way in product(("halves", "pairs"), (1, -1)):
        got = rotate(x, *ours, pairing=way[0], sign=way[1], part=part)
        assert ((got - want).abs().max() < 1e-5) == (way == right), way


def test_gpt_j_whose_code_knows_one_base():
    x = x_for(8)
    sin, cos = gptj.GPTJRotaryEmbedding(GPTJConfig(n_embd=48, n_head=6, rotary_dim=8))(x, POSITIONS)
    for ours, theirs in zip(tables(POSITIONS, 8, base=1e4), (cos, sin), strict=True):
        torch.testing.assert_close(ours, theirs, rtol=0, atol=1e-4)
    got = rotate(x, cos, sin, pairing="pairs", sign=1)
    torch.testing.assert_close(got, gptj.apply_rotary_pos_emb(x, sin, cos), rtol=0, atol=1e-5)


def test_what_stands_still_in_a_proportional_head():
    """A head of 8, half turned: pairs 0 and 1 join channels 0, 4 and 1, 5."""
    scaling = Proportional(share=0.5)
    assert scaling.frequencies(8, 10_000).tolist() == pytest.approx([1, 0.1, 0, 0])
    assert Proportional(2, share=0.5).frequencies(8, 10_000).tolist() == pytest.approx(
        [0.5, 0.05, 0, 0]
    )
    cos, sin = tables(torch.tensor([3]), 8, base=10_000, scaling=scaling)
    x = torch.arange(1.0, 9).reshape(1, 1, 8)
    turned = rotate(x, cos, sin, pairing="halves", sign=1).flatten().tolist()
    assert [turned[i] for i in (2, 3, 6, 7)] == [3, 4, 7, 8]
    assert all(turned[i] != i + 1 for i in (0, 1, 4, 5))


# Configs that are not transformers'


def head(**config):
    return SimpleNamespace(head_dim=8, **config)


def test_a_config_of_this_package():
    config = Config(vocab_size=9, n_head=2, n_embd=32, base=500)
    assert rope_parameters(config, 3) == (16, 500, None)


def test_older_files_name_the_base_outside_and_the_kind_by_type():
    assert rope_parameters(head(rope_theta=500.0)) == (8, 500, None)
    config = head(rope_theta=500.0, rope_parameters={"type": "linear", "factor": 4.0})
    assert rope_parameters(config) == RopeParameters(8, 500.0, Linear(4.0))


def test_a_head_dim_that_the_config_does_not_tell():
    assert rope_parameters(SimpleNamespace(rope_theta=500.0), head_dim=6) == (6, 500, None)


def test_a_base_that_grows_with_the_length():
    asked = {"rope_type": "dynamic", "rope_theta": 1e4, "factor": 2.0}
    config = head(rope_parameters=asked, max_position_embeddings=64)
    assert rope_parameters(config).scaling == DynamicNTK(2.0, 64)


def test_a_factor_that_only_the_lengths_tell():
    asked = {"rope_type": "yarn", "rope_theta": 1e4, "original_max_position_embeddings": 16}
    config = head(rope_parameters=asked | {"factor": None}, max_position_embeddings=64)
    assert rope_parameters(config).scaling == YaRN(4, 16)


def test_layers_that_do_not_turn():
    """A type of which the config says None (Gemma 3's form), and a list (SmolLM3)."""
    asked = {"window": {"rope_theta": 500.0}, "all": None}
    config = head(rope_parameters=asked, layer_types=["window", "all"])
    assert [rope_parameters(config, i) for i in (0, 1)] == [(8, 500, None), None]
    config = head(rope_theta=500.0, no_rope_layers=[1, 0])
    assert [rope_parameters(config, i) for i in (0, 1)] == [(8, 500, None), None]


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (head(), "the config names no base: set rope_parameters"),
        (SimpleNamespace(rope_theta=1e4), "names no head_dim, and no hidden_size and heads"),
        (head(rope_theta=1e4, rope_parameters={"rope_type": "axial"}), "'axial' is not known here"),
        (
            head(rope_parameters={"main": {"rope_theta": 1.0}}, layer_types=["sparse"]),
            "keyed by main, not by layer type sparse",
        ),
        (head(rope_parameters={"main": {"rope_theta": 1.0}}), "not by layer type None"),
    ],
)
def test_what_cannot_be_read_is_named(config, message):
    with pytest.raises(ValueError, match=message):
        rope_parameters(config)
