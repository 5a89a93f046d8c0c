"""The scores of chapter 13's Rosetta table, by the rotation code of five models in transformers."""

import pytest
import torch
from transformers.models.cohere import modeling_cohere
from transformers.models.gpt_neox import modeling_gpt_neox
from transformers.models.gptj import modeling_gptj
from transformers.models.llama import modeling_llama
from transformers.models.nanochat import modeling_nanochat

Q, K = [1.0, 2, 3, 4], [0.5, -1, 2, 0]
THETA = torch.tensor([1, 0.01], dtype=torch.float64)


def side_by_side(angles):
    return torch.cat((angles, angles), -1)


def doubled(angles):
    return angles.repeat_interleave(2, -1)


def by(module, spread):
    def turn(x, position):
        angles = spread(position * THETA)[None, None]
        return module.apply_rotary_pos_emb(x, x, angles.cos(), angles.sin(), unsqueeze_dim=2)[0]

    return turn


def gptj(x, position):
    angles = (position * THETA)[None, None]
    return modeling_gptj.apply_rotary_pos_emb(x, angles.sin(), angles.cos())


CODES = {
    "GPT-J": (gptj, 4.644436, 8.601604, [0.540302, 0.841471, 0, 0]),
    "Cohere": (by(modeling_cohere, doubled), 4.644436, 8.601604, [0.540302, 0.841471, 0, 0]),
    "Llama": (by(modeling_llama, side_by_side), -4.169911, -5.239198, [0.540302, 0, 0.841471, 0]),
    "NeoX": (by(modeling_gpt_neox, side_by_side), -4.169911, -5.239198, [0.540302, 0, 0.841471, 0]),
    "NanoChat": (
        by(modeling_nanochat, side_by_side),
        -5.239198,
        -4.169911,
        [0.540302, 0, -0.841471, 0],
    ),
}


@pytest.mark.parametrize(("turn", "there", "back", "landing"), CODES.values(), ids=CODES)
def test_scores_and_test_vector(turn, there, back, landing):
    def turned(vector, position):
        x = torch.tensor(vector, dtype=torch.float64).view(1, 1, 1, 4)
        return turn(x, position)[0, 0, 0].double()

    for (m, n), score in {(5, 3): there, (3, 5): back, (105, 103): there, (7, 7): 4.5}.items():
        assert (turned(Q, m) @ turned(K, n)).item() == pytest.approx(score, abs=2e-5)
    assert turned([1.0, 0, 0, 0], 1).tolist() == pytest.approx(landing, abs=1e-6)
