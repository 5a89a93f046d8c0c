"""The doctor on models written by hand, and the parts that read a rotation off its keys."""

import copy
import math

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from bothends.doctor import Subject, examine
from bothends.doctor.pairs import read_pairs
from bothends.doctor.randomized_copy import randomized_copy
from bothends.doctor.watch import Attended
from bothends.rope import GPT_NEOX, NANOCHAT, ROFORMER
from tests.bothends.doctor.zoo import OURS, build, healthy


def found(results, check):
    return [r.finding for r in results if r.check.name == check]


def status(results, check):
    (finding,) = found(results, check)
    return finding.status


# Reading pairs off keys that were turned one channel at a time


def turned(convention, width, head_dim, base=10_000.0, length=40):
    """Keys of one state at positions 0, 1, ..., by sines and cosines of single numbers."""
    x = [math.sin(3.7 * i + 1) for i in range(head_dim)]
    rows = []
    for position in range(length):
        row = list(x)
        for i in range(width // 2):
            a, b = (i, i + width // 2) if convention.pairing == "halves" else (2 * i, 2 * i + 1)
            angle = convention.sign * position * base ** (-2 * i / width)
            row[a] = x[a] * math.cos(angle) - x[b] * math.sin(angle)
            row[b] = x[a] * math.sin(angle) + x[b] * math.cos(angle)
        rows.append(row)
    keys = torch.tensor(rows)
    return Attended(states=torch.ones(1, length, 4), queries=keys[None], keys=keys[None])


@pytest.mark.parametrize("convention", [GPT_NEOX, ROFORMER, NANOCHAT])
@pytest.mark.parametrize(("width", "head_dim"), [(8, 8), (4, 8), (6, 16)])
def test_the_convention_and_the_angles_are_read(convention, width, head_dim):
    pairs = read_pairs(turned(convention, width, head_dim))
    assert pairs.convention == convention
    angles = torch.tensor([10_000.0 ** (-2 * i / width) for i in range(width // 2)])
    rest = torch.zeros(len(pairs.angles) - width // 2)
    torch.testing.assert_close(pairs.angles, torch.cat((angles, rest)), rtol=0, atol=1e-5)


def test_keys_that_turn_in_no_pairs_have_no_convention():
    call = turned(ROFORMER, 8, 8)
    call.keys = call.keys[..., [2, 5, 0, 3, 6, 1, 4, 7]]
    assert read_pairs(call) is None


# A GPT as in nanoGPT: scores written out, logits of the last position, its own loss


class ByHand(nn.Module):
    """One layer; `turn` is what position does to queries and keys `(B, H, T, d)`."""

    def __init__(self, turn, shift=0):
        super().__init__()
        self.table = nn.Embedding(50, 32)
        self.qkv = nn.Linear(32, 96, bias=False)
        self.head = nn.Linear(32, 50, bias=False)
        self.turn, self.shift = turn, shift
        nn.init.normal_(self.table.weight, std=0.02)

    def forward(self, idx, targets=None):
        B, T = idx.shape
        x = F.layer_norm(self.table(idx), (32,))
        q, k, v = (h.view(B, T, 4, 8).transpose(1, 2) for h in self.qkv(x).split(32, -1))
        q, k = self.turn(q), self.turn(k)
        later = torch.ones(T, T, dtype=torch.bool, device=idx.device).triu(1)
        weights = (q @ k.transpose(-2, -1)).masked_fill(later, -torch.inf).softmax(-1)
        x = x + (weights @ v).transpose(1, 2).flatten(-2)
        if targets is None:
            return self.head(x[:, -1:]), None
        logits = self.head(x)
        kept = logits[:, : T - self.shift]
        return logits, F.cross_entropy(kept.flatten(0, 1), targets[:, self.shift :].flatten())


def by_pairs(x):
    """A rotation as RoFormer's equation 34 writes it, one position and pair at a time."""
    out = torch.empty_like(x)
    for position in range(x.shape[-2]):
        for i in range(x.shape[-1] // 2):
            angle = position * 10_000 ** (-2 * i / x.shape[-1])
            cos, sin = math.cos(angle), math.sin(angle)
            a, b = x[..., position, 2 * i], x[..., position, 2 * i + 1]
            out[..., position, 2 * i] = a * cos - b * sin
            out[..., position, 2 * i + 1] = a * sin + b * cos
    return out


def doubled(x):
    """Grows with its position: no rotation."""
    return by_pairs(x) * (1 + torch.arange(x.shape[-2])[:, None] / 100)


def test_a_gpt_by_hand_is_healthy():
    results = examine(Subject(ByHand(by_pairs), convention=ROFORMER))
    assert not [r for r in results if r.finding.status in ("problem", "warning")]
    for check in ("initial loss", "the model's own loss", "rotation", "convention"):
        assert status(results, check) == "ok"
    assert "forward takes neither" in found(results, "cached decoding")[0].found


def test_a_gpt_by_hand_that_does_not_rotate():
    (finding,) = found(examine(Subject(ByHand(doubled))), "rotation")
    assert finding.status == "problem"
    assert "lengths" in finding.found


def test_a_rotation_that_was_asked_for_and_is_not_there():
    results = examine(Subject(ByHand(lambda x: x), convention=ROFORMER))
    assert status(results, "rotation") == "problem"


def test_a_loss_that_shifts_targets_again():
    results = examine(Subject(ByHand(by_pairs, shift=1)))
    assert status(results, "the model's own loss") == "problem"


# What a check must not do


class Odd(nn.Module):
    """Nothing here is as the doctor expects."""

    def __init__(self):
        super().__init__()
        self.only = nn.Parameter(torch.ones(3))

    def forward(self, a, b, c):
        raise RuntimeError("not\nthis way")


def test_an_odd_model_is_not_checked_and_stops_nothing():
    results = examine(Subject(Odd()))
    assert {r.finding.status for r in results} == {"not checked"}
    assert all("\n" not in r.finding.found for r in results)


@pytest.mark.parametrize("family", ["llama", "tiny_gpt"])
def test_weights_and_modes_stay_as_they_were(family):
    subject = healthy(family)
    subject.model.train()
    next(m for m in subject.model.modules() if isinstance(m, nn.Embedding)).eval()
    before = copy.deepcopy(subject.model.state_dict())
    modes = [m.training for m in subject.model.modules()]
    examine(subject)
    assert modes == [m.training for m in subject.model.modules()]
    after = subject.model.state_dict()
    assert all(torch.equal(before[name], after[name]) for name in before)
    assert not subject.optimizer.state


def test_a_trained_model_is_examined_as_it_is():
    subject = Subject(build("llama"), trained=True)
    assert subject.randomized is subject.model


def test_a_twin_keeps_its_tie_and_wakes_what_was_zero():
    model = OURS["tiny_gpt"]()
    copied = randomized_copy(model)
    assert copied.head.weight is copied.input.table.weight
    assert not model.blocks[0].down.weight.any()
    assert copied.blocks[0].down.weight.std() > 0.05


def test_on_each_device(device):
    model = OURS["tiny_gpt"]().to(device)
    results = examine(Subject(model, optimizer=torch.optim.AdamW(model.parameters())))
    assert not [r for r in results if r.finding.status in ("problem", "warning")]
    assert not [r for r in results if "was stopped by" in r.finding.found]
    assert status(results, "rotation") == "ok"
    assert status(results, "cached decoding") == "ok"


def test_meta_tensors_are_not_checked_by_value():
    with torch.device("meta"):
        model = OURS["tied_token_io"]()
    results = examine(Subject(model))
    assert status(results, "tie") == "ok"
    assert not [r for r in results if r.finding.status == "problem"]


@pytest.mark.parametrize("family", ["llama", "tiny_gpt"])
def test_nan_is_never_well(family):
    model = build(family)
    with torch.no_grad():
        for weight in model.parameters():
            weight.fill_(torch.nan)
    results = examine(Subject(model, trained=True))
    for check in ("rotation", "cached decoding", "left padding"):
        assert status(results, check) != "ok", check
    assert status(examine(Subject(model)), "initial loss") == "problem"
