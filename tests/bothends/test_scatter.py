"""The gradient of a lookup, against torch autograd and against numbers worked by hand."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn
from torch.nn import functional as F

from bothends import scatter
from bothends.scatter import by_index_add, by_loop, by_one_hot, embedding_grad, overwrite

WAYS = [embedding_grad, by_loop, by_index_add, by_one_hot]
UPSTREAM = [[1.0, 2], [3, 4], [5, 6]]


def hand(device, dtype=torch.float32):
    return torch.tensor([1, 3, 1], device=device), torch.tensor(
        UPSTREAM, device=device, dtype=dtype
    )


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16, torch.float16])
def test_repeated_ids_add(way, dtype, device):
    grad = way(*hand(device, dtype), 4)
    assert grad.device.type == device.type
    torch.testing.assert_close(
        grad.cpu(), torch.tensor([[0, 0], [6, 8], [0, 0], [3, 4]], dtype=dtype), rtol=0, atol=0
    )


@pytest.mark.parametrize("way", [*WAYS, overwrite])
def test_a_single_id(way, device):
    one, row = torch.tensor(1, device=device), torch.tensor([5.0, 6], device=device)
    assert way(one, row, 3).tolist() == [[0, 0], [5, 6], [0, 0]]


@pytest.mark.parametrize("way", WAYS)
def test_float64_is_not_narrowed(way, device):
    ids = torch.tensor([0, 0], device=device)
    upstream = torch.tensor([[1], [2**-40]], dtype=torch.float64, device=device)
    assert way(ids, upstream, 1).item() == 1 + 2**-40


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_overwrite_keeps_the_last_row(dtype, device):
    grad = overwrite(*hand(device, dtype), 4)
    assert grad.dtype == dtype
    assert grad.tolist() == [[0, 0], [5, 6], [0, 0], [3, 4]]


@pytest.mark.parametrize("padding_idx", [1, -3])
def test_the_padding_row_gets_zero(padding_idx, device):
    grad = embedding_grad(*hand(device), 4, padding_idx=padding_idx)
    assert grad.tolist() == [[0, 0], [0, 0], [0, 0], [3, 4]]


@pytest.mark.parametrize("padding_idx", [0, 3, -1, -4])
def test_the_first_and_the_last_row_may_be_padding(padding_idx):
    assert embedding_grad(*hand("cpu"), 4, padding_idx=padding_idx)[1].tolist() == [6, 8]


@given(data=st.data())
def test_equals_autograd_for_any_ids(data):
    V, D = data.draw(st.integers(1, 9)), data.draw(st.integers(0, 5))
    shape = data.draw(st.lists(st.integers(0, 4), max_size=3))
    seed = torch.Generator().manual_seed(data.draw(st.integers(0, 999)))
    ids = torch.randint(V, shape, generator=seed)
    upstream = torch.randn(*shape, D, generator=seed, dtype=torch.float64)
    padding_idx = data.draw(st.none() | st.integers(-V, V - 1))
    table = torch.zeros(V, D, dtype=torch.float64, requires_grad=True)
    out = torch.nn.functional.embedding(ids, table, padding_idx=padding_idx)
    (want,) = torch.autograd.grad(out, table, upstream)
    torch.testing.assert_close(embedding_grad(ids, upstream, V, padding_idx=padding_idx), want)
    if padding_idx is None:
        for way in (by_loop, by_one_hot):
            torch.testing.assert_close(way(ids, upstream, V), want)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("dtype", "want"), [(torch.bfloat16, 3008), (torch.float16, 3000), (torch.float32, 3000)]
)
def test_a_frequent_row_is_summed_in_float32(way, dtype, want, device):
    ids = torch.zeros(3000, dtype=torch.int64, device=device)
    assert way(ids, torch.ones(3000, 1, dtype=dtype, device=device), 1).item() == want


def test_row_counts(device):
    ids = torch.tensor([[1, 3], [1, 1]], dtype=torch.int32, device=device)
    counts = scatter.row_counts(ids, 5)
    assert counts.dtype == torch.int64
    assert counts.tolist() == [0, 3, 0, 1, 0]


@pytest.mark.parametrize("way", [embedding_grad, by_index_add, by_one_hot])
def test_the_meta_device_is_enough(way):
    """Nothing may be created on a default device, so meta inputs give a meta answer."""
    ids = torch.empty(2, 3, dtype=torch.int64, device="meta")
    grad = way(ids, torch.empty(2, 3, 5, device="meta"), 7)
    assert (grad.shape, grad.device.type) == ((7, 5), "meta")
    assert scatter.row_counts(ids, 7).is_meta


@pytest.mark.parametrize("way", [*WAYS, overwrite])
def test_a_default_device_is_never_used(way):
    ids, upstream = hand("cpu")
    with torch.device("meta"):
        assert way(ids, upstream, 4).device.type == "cpu"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("shape", [(2, 2), (3, 1, 2), ()])
def test_upstream_needs_one_row_per_id(way, shape, as_learner):
    ids, _ = hand("cpu")
    with pytest.raises(ValueError, match=r"ids have shape \(3,\).*one row per id"):
        way(ids, torch.zeros(shape), 4)
    with pytest.raises(ValueError, match=r"ids have shape \(\).*one row per id"):
        way(ids[0], torch.tensor(1.0), 4)


def test_inputs_stay_as_they_were():
    ids, upstream = hand("cpu")
    embedding_grad(ids, upstream, 4, padding_idx=1)
    assert ids.tolist() == [1, 3, 1]
    assert upstream.tolist() == UPSTREAM


def test_which_routes_stop_at_256_in_bfloat16():
    """On the CPU; chapter 04 speaks of them."""
    ids, ones = torch.zeros(3000, dtype=torch.int64), torch.ones(3000, 1, dtype=torch.bfloat16)

    def through_autograd(read):
        table = torch.zeros(1, 1, dtype=torch.bfloat16, requires_grad=True)
        read(table).backward(ones)
        return table.grad

    empty = torch.zeros(1, 1, dtype=torch.bfloat16)
    running = torch.zeros(1, dtype=torch.bfloat16)
    for row in ones:
        running += row
    routes = {
        "F.embedding": through_autograd(lambda table: F.embedding(ids, table)),
        "W[ids]": through_autograd(lambda table: table[ids]),
        "index_put_": empty.clone().index_put_((ids,), ones, accumulate=True),
        "loop": running,
        "index_add_, flat": empty[0].clone().index_add_(0, ids, ones[:, 0]),
        "index_add_": empty.clone().index_add_(0, ids, ones),
        "one-hot product": torch.ones(1, 3000, dtype=torch.bfloat16) @ ones,
        "embedding_grad": embedding_grad(ids, ones, 1),
    }
    assert [int(g) for g in routes.values()] == [256] * 5 + [3008] * 3


@pytest.mark.parametrize(
    "name", ["Adam", "AdamW", "Adamax", "NAdam", "RMSprop", "Rprop", "Adafactor", "Muon"]
)
def test_optimizers_that_refuse_a_sparse_gradient(name):
    """Chapter 05 speaks of them."""
    table = nn.Parameter(torch.ones(3, 2))
    optimizer = getattr(torch.optim, name)([table], lr=0.1)
    F.embedding(torch.tensor([1, 1]), table, sparse=True).sum().backward()
    with pytest.raises(RuntimeError, match=r"(?i)sparse"):
        optimizer.step()
