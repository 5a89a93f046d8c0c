"""Tying against autograd, hand numbers, and every known way to break a tie."""

import copy
import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn
from torch.nn import functional as F

from bothends.tying import TiedTokenIO, ends, gradient_paths, is_tied, retie, tie

E = [[0.0, 0], [1, 0], [0, 2], [1, 1]]


def pair(V=4, D=2, bias=False):
    embedding, head = nn.Embedding(V, D), nn.Linear(D, V, bias=bias)
    tie(embedding, head)
    return embedding, head


def near(got, want):
    torch.testing.assert_close(got.cpu(), torch.tensor(want), rtol=0, atol=1e-6)


def test_a_tie_is_one_parameter():
    embedding, head = nn.Embedding(5, 3), nn.Linear(3, 5)
    values = embedding.weight.detach().clone()
    assert not is_tied(embedding, head)
    tie(embedding, head)
    assert is_tied(embedding, head)
    assert torch.equal(head.weight, values)
    both = nn.ModuleDict({"embedding": embedding, "head": head})
    assert sum(p.numel() for p in both.parameters()) == 5 * 3 + 5
    assert list(both.state_dict()) == ["embedding.weight", "head.weight", "head.bias"]


def test_equal_values_and_shared_storage_are_no_tie():
    embedding, head = nn.Embedding(4, 2), nn.Linear(2, 4, bias=False)
    head.weight = nn.Parameter(embedding.weight.detach().clone())
    assert torch.equal(embedding.weight, head.weight)
    assert not is_tied(embedding, head)
    head.weight.data = embedding.weight.data
    assert embedding.weight.data_ptr() == head.weight.data_ptr()
    assert not is_tied(embedding, head)


class TestTiedTokenIO:
    def test_forward_by_hand(self, device):
        io = TiedTokenIO(4, 2).to(device)
        io.embedding.weight.data.copy_(torch.tensor(E))
        ids = torch.tensor([[1, 3]], device=device)
        logits = io(ids, lambda x: x + 1)
        assert logits.tolist() == [[[0, 2, 2, 3], [0, 2, 4, 4]]]
        assert logits.device.type == device.type

    @pytest.mark.parametrize(("V", "D", "band"), [(1000, 256, 0.1), (32_000, 768, 0.2)])
    def test_the_loss_starts_near_ln_v(self, V, D, band):
        torch.manual_seed(0)
        io = TiedTokenIO(V, D)
        ids, targets = torch.randint(V, (2, 64))
        logits = io(ids, lambda x: F.rms_norm(torch.randn_like(x), (D,)))
        loss = F.cross_entropy(logits, targets).item()
        assert math.log(V) < loss + band
        assert loss < math.log(V) + band

    @pytest.mark.parametrize("pad_id", [0, -1])
    def test_the_padding_row_starts_at_zero_whenever_it_is_initialised(self, pad_id):
        io = TiedTokenIO(4, 2, pad_id=pad_id, init_std=0.5)
        for _ in range(2):
            assert io.embedding.weight[pad_id].tolist() == [0, 0]
            assert io.embedding.weight.count_nonzero() == 6
            nn.init.ones_(io.embedding.weight)
            io.reset_parameters()

    def test_materialised_and_initialised_it_is_tied(self):
        with torch.device("meta"):
            io = TiedTokenIO(4, 2, pad_id=1)
        io.to_empty(device="cpu").reset_parameters()
        assert is_tied(io.embedding, io.head)
        assert io.head.weight[1].tolist() == [0, 0]

    def test_init_std(self):
        torch.manual_seed(0)
        assert TiedTokenIO(500, 100, init_std=0.3).embedding.weight.std().item() == pytest.approx(
            0.3, rel=0.02
        )

    def test_the_tie_survives_a_training_step(self):
        io = TiedTokenIO(4, 2)
        optimizer = torch.optim.AdamW(io.parameters(), lr=0.1)
        io(torch.tensor([1]), torch.tanh).sum().backward()
        assert len(optimizer.param_groups[0]["params"]) == 1
        before = io.head.weight.detach().clone()
        optimizer.step()
        assert is_tied(io.embedding, io.head)
        assert not torch.equal(io.head.weight, before)


class TestGradientPaths:
    def test_both_paths_by_hand(self, device):
        """Input id 1, the identity as trunk, target 3."""
        table = torch.tensor(E, device=device)
        ids, targets = torch.tensor([[1], [3]], device=device)
        paths = gradient_paths(table, ids, targets)
        near(paths.input, [[0, 0], [-0.268941, -0.365529], [0, 0], [0, 0]])
        near(paths.output, [[0.134471, 0], [0.365529, 0], [0.134471, 0], [-0.634471, 0]])
        near(sum(paths)[1], [0.096588, -0.365529])

    def test_padding_that_is_read_by_a_counted_target(self):
        """Only here does `padding_idx` change the input part."""
        table, (ids, targets) = torch.tensor(E), torch.tensor([[3, 1], [1, 2]])
        free = gradient_paths(table, ids, targets)
        held = gradient_paths(table, ids, targets, padding_idx=3)
        assert free.input[3].abs().min() > 0
        assert held.input[3].tolist() == [0, 0]
        assert torch.equal(held.input[:3], free.input[:3])
        assert torch.equal(held.output, free.output)

    @given(data=st.data())
    def test_the_sum_is_grad(self, data):
        """Oracle: autograd on one Parameter that `F.embedding` and a matrix product share."""
        V, D, T = (data.draw(st.integers(1, 6)) for _ in range(3))
        padding_idx = data.draw(st.none() | st.integers(-V, V - 1))
        seed = torch.Generator().manual_seed(data.draw(st.integers(0, 999)))
        table = nn.Parameter(torch.randn(V, D, generator=seed, dtype=torch.float64))
        mix = torch.randn(D, D, generator=seed, dtype=torch.float64, requires_grad=True)
        ids, targets = torch.randint(V, (2, 2, T), generator=seed)
        targets[0, 1:] = -100

        def trunk(x):
            return torch.tanh(x.cumsum(-2) @ mix)

        hidden = trunk(F.embedding(ids, table, padding_idx=padding_idx))
        logits = torch.einsum("btd,vd->bvt", hidden, table)
        F.cross_entropy(logits, targets).backward()
        grad, mix.grad = table.grad.clone(), None
        with torch.no_grad():
            paths = gradient_paths(table, ids, targets, trunk=trunk, padding_idx=padding_idx)
        torch.testing.assert_close(sum(paths), grad)
        assert torch.equal(table.grad, grad)
        assert mix.grad is None

    def test_a_trunk_that_ignores_its_input(self):
        table, (ids, targets) = torch.tensor(E), torch.tensor([[1], [3]])
        paths = gradient_paths(table, ids, targets, trunk=torch.ones_like)
        assert paths.input.count_nonzero() == 0
        # softmax of (0, 1, 2, 2) less the target, in both columns
        want = torch.tensor([0.054065, 0.146963, 0.399486, -0.600514])
        torch.testing.assert_close(paths.output, want[:, None].expand(4, 2), rtol=0, atol=1e-6)


def through_the_meta_device(io):
    saved = io.state_dict()
    with torch.device("meta"):
        new = TiedTokenIO(4, 2)
    new.to_empty(device="cpu").load_state_dict(saved)
    return new


def assign(io):
    io.load_state_dict({name: w.clone() for name, w in io.state_dict().items()}, assign=True)
    return io


def assign_from_the_tied_dict(io):
    io.load_state_dict(io.state_dict(), assign=True)
    return io


def replace_the_embedding(io):
    io.embedding = nn.Embedding.from_pretrained(io.embedding.weight.detach(), freeze=False)
    return io


def replace_the_head(io):
    weight = io.head.weight.detach().clone()
    io.head = nn.Linear(2, 4, bias=False)
    io.head.weight = nn.Parameter(weight)
    return io


def overwrite_on_conversion(io):
    torch.__future__.set_overwrite_module_params_on_conversion(True)
    try:
        return io.to(torch.float64)
    finally:
        torch.__future__.set_overwrite_module_params_on_conversion(False)


def assign_data(io):
    io.head = nn.Linear(2, 4, bias=False)
    io.head.weight.data = io.embedding.weight.data
    return io


BREAKERS = [
    through_the_meta_device,
    assign,
    assign_from_the_tied_dict,
    replace_the_embedding,
    replace_the_head,
    overwrite_on_conversion,
    assign_data,
]
KEEPERS = [
    lambda io: io.to(torch.float64),
    lambda io: io.half(),
    lambda io: io.to_empty(device="cpu"),
    copy.deepcopy,
    lambda io: (io.load_state_dict(io.state_dict()), io)[1],
]


@pytest.mark.parametrize("break_tie", BREAKERS)
def test_retie_restores_what_breaks(break_tie):
    io = TiedTokenIO(4, 2)
    before = io.embedding.weight.detach().clone()
    io = break_tie(io)
    assert not is_tied(io.embedding, io.head)
    retie(io)
    assert is_tied(io.embedding, io.head)
    assert sum(p.numel() for p in io.parameters()) == 8
    assert torch.equal(io.embedding.weight, before.to(io.embedding.weight.dtype))


@pytest.mark.parametrize("keep_tie", KEEPERS)
def test_what_keeps_a_tie(keep_tie):
    io = keep_tie(TiedTokenIO(4, 2))
    parameter = io.embedding.weight
    assert is_tied(io.embedding, io.head)
    retie(io)
    assert io.embedding.weight is io.head.weight is parameter


def test_retie_on_the_meta_device_compares_no_values():
    io = TiedTokenIO(4, 2).to("meta")
    assert not is_tied(io.embedding, io.head)
    retie(io)
    assert is_tied(io.embedding, io.head)


def test_refused_tables_stay_as_they_are():
    """What a trained head held would be lost."""
    io = TiedTokenIO(4, 2)
    rows, scored = torch.zeros(4, 2), torch.ones(4, 2)
    io.load_state_dict({"embedding.weight": rows, "head.weight": scored}, assign=True)
    with pytest.raises(ValueError, match="4 of 4 rows differ"):
        retie(io)
    assert not is_tied(io.embedding, io.head)
    assert io.head.weight.sum() == 8
    tie(io.embedding, io.head)
    assert io.head.weight.sum() == 0


def test_equal_tables_with_nan_are_one_table():
    """A diverged model's two copies hold the same: nothing would be lost."""
    io = TiedTokenIO(2, 2)
    rows = torch.tensor([[0, torch.nan], [torch.inf, 1]])
    io.load_state_dict({"embedding.weight": rows, "head.weight": rows.clone()}, assign=True)
    retie(io)
    assert is_tied(io.embedding, io.head)


def test_ids_are_checked_against_the_table_and_not_against_what_the_module_says(as_learner):
    io = TiedTokenIO(4, 2)
    io.embedding.weight = io.head.weight = nn.Parameter(torch.ones(6, 2))
    assert io(torch.tensor([5]), torch.tanh).shape == (1, 6)
    io.embedding.weight = nn.Parameter(torch.ones(3, 2))
    with pytest.raises(IndexError, match=r"id 3 at position \[0\].*V = 3"):
        io(torch.tensor([3]), torch.tanh)


class TestEnds:
    def test_found_by_shape_among_other_modules(self):
        embedding, head = pair(bias=True)
        model = nn.Sequential(embedding, nn.Embedding(9, 2), nn.Linear(2, 2), head)
        assert ends(model) == (embedding, head)

    def test_named_by_the_model(self):
        model = TiedTokenIO(4, 2)
        model.get_input_embeddings = lambda: model.embedding
        model.get_output_embeddings = lambda: model.head
        model.trunk = nn.Linear(2, 4)
        assert ends(model) == (model.embedding, model.head)

    def test_half_of_the_methods_name_no_ends(self):
        model = nn.Sequential(*pair())
        model.get_output_embeddings = lambda: model[1]
        assert ends(model) == (model[0], model[1])

    def test_none_or_several_are_refused(self):
        several = nn.Sequential(*pair(), nn.Linear(2, 4))
        for model in (several, nn.Sequential(nn.Embedding(4, 2), nn.Linear(2, 5)), nn.Identity()):
            with pytest.raises(ValueError, match="get_input_embeddings and get_output_embeddings"):
                ends(model)

    def test_a_model_without_a_head_is_refused(self):
        model = nn.Sequential(*pair())
        model.get_input_embeddings = lambda: model[0]
        model.get_output_embeddings = lambda: None
        with pytest.raises(ValueError, match="two ends of Sequential"):
            ends(model)
