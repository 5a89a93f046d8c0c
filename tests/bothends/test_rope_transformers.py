"""The rotation code of five models in transformers, run on random inputs beside ours.

Both sides rotate with the tables that their code makes, so that a difference can only come from
the rotation; those tables are compared with ours on their own.
"""

import pytest
import torch
from transformers import CohereConfig, GPTJConfig, GPTNeoXConfig, LlamaConfig, NanoChatConfig
from transformers.models.cohere import modeling_cohere
from transformers.models.gpt_neox import modeling_gpt_neox
from transformers.models.gptj import modeling_gptj
from transformers.models.llama import modeling_llama
from transformers.models.nanochat import modeling_nanochat

from bothends.rope import GPT_J, GPT_NEOX, LLAMA_HF, NANOCHAT, ROFORMER, rotate, tables

POSITIONS = torch.tensor([[7, 0, 3, 60, 61], [1, 2, 4, 8, 16]])
HEAD_DIM, BASE = 8, 10_000.0  # GPT-J's code knows no other base


class FromConfig:
    """Llama, NeoX, Cohere and NanoChat: full-width tables, one function for q and k."""

    def __init__(self, module, rope, config, **parameters):
        self.module = module
        parameters = {"rope_type": "default", "rope_theta": BASE, **parameters}
        self.rope = rope(
            config(
                hidden_size=6 * HEAD_DIM,
                num_attention_heads=6,
                head_dim=HEAD_DIM,
                rope_parameters=parameters,
            )
        )

    def tables(self, x):
        return self.rope(x, POSITIONS)

    def rotate(self, x, cos, sin):
        queries, keys = self.module.apply_rotary_pos_emb(x, x, cos, sin, unsqueeze_dim=2)
        assert torch.equal(queries, keys)
        return queries


class GPTJ:
    rope = modeling_gptj.GPTJRotaryEmbedding(GPTJConfig(n_embd=48, n_head=6, rotary_dim=HEAD_DIM))

    def tables(self, x):
        sin, cos = self.rope(x, POSITIONS)
        return cos, sin

    def rotate(self, x, cos, sin):
        return modeling_gptj.apply_rotary_pos_emb(x, sin, cos)


def first_half(table):
    return table[..., : table.shape[-1] // 2]


def every_other(table):
    return table[..., ::2]


LLAMA = FromConfig(modeling_llama, modeling_llama.LlamaRotaryEmbedding, LlamaConfig)
NEOX = FromConfig(
    modeling_gpt_neox,
    modeling_gpt_neox.GPTNeoXRotaryEmbedding,
    GPTNeoXConfig,
    partial_rotary_factor=1.0,
)
COHERE = FromConfig(modeling_cohere, modeling_cohere.CohereRotaryEmbedding, CohereConfig)
NANO = FromConfig(modeling_nanochat, modeling_nanochat.NanoChatRotaryEmbedding, NanoChatConfig)
MODELS = {  # their code, how to read its tables, our name for it
    "llama": (LLAMA, first_half, LLAMA_HF),
    "gpt_neox": (NEOX, first_half, GPT_NEOX),
    "gpt_j": (GPTJ(), lambda table: table, GPT_J),
    "cohere": (COHERE, every_other, ROFORMER),
    "nanochat": (NANO, first_half, NANOCHAT),
}
EACH = pytest.mark.parametrize(
    ("theirs", "narrow", "convention"), MODELS.values(), ids=MODELS.keys()
)


def random_x(dtype, n_head=6):
    generator = torch.Generator().manual_seed(0)
    return torch.randn(2, 5, n_head, HEAD_DIM, generator=generator).to(dtype)


@EACH
@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float32, 1e-5), (torch.bfloat16, 2**-8)])
def test_tables(theirs, narrow, convention, dtype, tolerance):
    """Their angles are float32: 61 rad is off by 4e-6. In bfloat16 this can cost one rounding."""
    want = theirs.tables(random_x(dtype))
    got = tables(POSITIONS, HEAD_DIM, base=BASE, dtype=dtype)
    for ours, table in zip(got, want, strict=True):
        torch.testing.assert_close(ours, narrow(table), rtol=0, atol=tolerance)


@EACH
@pytest.mark.parametrize("n_head", [6, 2])
def test_float32(theirs, narrow, convention, n_head):
    x = random_x(torch.float32, n_head)
    cos, sin = theirs.tables(x)
    got = rotate(x, narrow(cos), narrow(sin), pairing=convention.pairing, sign=convention.sign)
    torch.testing.assert_close(got, theirs.rotate(x, cos, sin), rtol=0, atol=1e-6)


def test_bfloat16_cohere_rounds_once_as_we_do():
    """Both multiply in float32; a last bit there may tip one rounding, to the next bfloat16."""
    x = random_x(torch.bfloat16)
    cos, sin = COHERE.tables(x)
    got = rotate(x, every_other(cos), every_other(sin), pairing="pairs", sign=1)
    torch.testing.assert_close(got, COHERE.rotate(x, cos, sin), rtol=2**-7, atol=1e-6)


@pytest.mark.parametrize("name", ["llama", "gpt_neox", "gpt_j", "nanochat"])
def test_bfloat16_others_round_three_times(name):
    """They round both products and their sum to bfloat16.

    The same casts give their numbers bit for bit: rotate with each table alone, add in bfloat16.
    Our single rounding differs by at most 3 roundings of 2^-8, relative to the products' sizes,
    and is itself within one such rounding of the float64 answer.
    """
    theirs, narrow, convention = MODELS[name]
    x = random_x(torch.bfloat16)
    cos, sin = theirs.tables(x)
    want = theirs.rotate(x, cos, sin)
    cos, sin = narrow(cos), narrow(sin)
    none = torch.zeros_like(cos)

    def ours(x, cos, sin):
        return rotate(x, cos, sin, pairing=convention.pairing, sign=convention.sign)

    assert torch.equal(ours(x, cos, none) + ours(x, none, sin), want)
    wide = x.double()
    sizes = ours(wide, cos, none).abs() + ours(wide, none, sin).abs()
    got, exact = ours(x, cos, sin), ours(wide, cos, sin)
    assert ((got - want).abs() <= 3.01 * 2**-8 * sizes).all()
    assert ((got - exact).abs() <= 1.01 * 2**-8 * exact.abs() + 1e-6).all()
    assert not torch.equal(got, want)


def test_partial_rotation_of_gpt_neox():
    """Half of 8 channels: our rotate takes the slice, the rest passes by."""
    neox = FromConfig(
        modeling_gpt_neox,
        modeling_gpt_neox.GPTNeoXRotaryEmbedding,
        GPTNeoXConfig,
        partial_rotary_factor=0.5,
    )
    x = random_x(torch.float32)
    want = neox.rotate(x, *neox.tables(x))
    cos, sin = tables(POSITIONS, 4, base=BASE)
    got = torch.cat((rotate(x[..., :4], cos, sin, pairing="halves", sign=1), x[..., 4:]), -1)
    torch.testing.assert_close(got, want, rtol=0, atol=2e-5)


@EACH
def test_another_convention_gives_other_numbers(theirs, narrow, convention):
    x = random_x(torch.float32)
    cos, sin = theirs.tables(x)
    want = theirs.rotate(x, cos, sin)
    for other in (GPT_J, GPT_NEOX, NANOCHAT):
        got = rotate(x, narrow(cos), narrow(sin), pairing=other.pairing, sign=other.sign)
        assert ((got - want).abs().max() > 0.1) == (other != convention)
