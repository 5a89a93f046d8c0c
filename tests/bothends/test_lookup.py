"""Lookup against indexing, `F.embedding` and numbers worked by hand."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional as F

from bothends.lookup import check_ids, embedding_scale, lookup, one_hot_lookup

TABLE = [[0.0, 0], [1, 0], [0, 2], [1, 1]]
BOTH = pytest.mark.parametrize("way", [lookup, one_hot_lookup])


@BOTH
@pytest.mark.parametrize("dtype", [torch.int32, torch.int64])
def test_rows_by_hand(way, dtype, device):
    table = torch.tensor(TABLE, device=device)
    ids = torch.tensor([1, 3, 1], dtype=dtype, device=device)
    assert way(table, ids).tolist() == [[1, 0], [1, 1], [1, 0]]
    assert way(table, ids[None]).shape == (1, 3, 2)


@BOTH
@given(data=st.data())
def test_any_index_shape(way, data):
    V, D = data.draw(st.integers(1, 9)), data.draw(st.integers(0, 5))
    shape = data.draw(st.lists(st.integers(0, 4), max_size=3))
    seed = torch.Generator().manual_seed(data.draw(st.integers(0, 999)))
    table = torch.randn(V, D, generator=seed)
    ids = torch.randint(V, shape, generator=seed)
    got = way(table, ids)
    assert got.shape == (*shape, D)
    assert torch.equal(got, F.embedding(ids, table))


def test_only_finite_tables_are_equal_bit_for_bit():
    table, ids = torch.tensor([[-0.0], [math.inf]]), torch.tensor([0])
    assert math.copysign(1, lookup(table, ids).item()) == -1
    assert math.isnan(one_hot_lookup(table, ids).item())
    assert math.copysign(1, one_hot_lookup(table[:1], ids).item()) == 1


@BOTH
@pytest.mark.parametrize(("dtype", "want"), [(torch.bfloat16, 3008), (torch.float16, 3000)])
@pytest.mark.parametrize("ids_dtype", [torch.int32, torch.int64])
def test_a_frequent_row_loses_nothing_in_low_precision(way, dtype, want, ids_dtype):
    table = torch.zeros(2, 1, dtype=dtype, requires_grad=True)
    way(table, torch.zeros(3000, dtype=ids_dtype)).sum().backward()
    assert table.grad.tolist() == [[want], [0]]


@BOTH
def test_gradients_equal_autograds(way):
    seed = torch.Generator().manual_seed(0)
    table = torch.randn(5, 3, generator=seed, dtype=torch.float64, requires_grad=True)
    ids = torch.tensor([[4, 0], [4, 4]])
    assert torch.autograd.gradcheck(lambda t: way(t, ids), table)


@BOTH
def test_nothing_is_created_on_a_default_device(way):
    ids = torch.empty(2, 3, dtype=torch.int64, device="meta")
    assert way(torch.empty(4, 2, device="meta"), ids).is_meta
    with torch.device("meta"):
        assert way(torch.zeros(4, 2, device="cpu"), torch.zeros(3, dtype=int, device="cpu")).is_cpu


@BOTH
@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([1, 4], r"id 4 at position \[1\] .* V = 4 rows \(0 to 3\)"),
        ([[0, 1], [-1, 9]], r"id -1 at position \[1, 0\]"),
        (7, r"id 7 at position \[\]"),
    ],
)
def test_the_first_bad_id_is_named(way, ids, message, device):
    with pytest.raises(IndexError, match=message):
        way(torch.tensor(TABLE, device=device), torch.tensor(ids, device=device))


@pytest.mark.parametrize("dtype", [torch.float32, torch.int16, torch.uint8, torch.bool])
def test_ids_are_int32_or_int64(dtype, as_learner):
    with pytest.raises(TypeError, match=rf"{dtype}.*int32 or int64.*ids\.long\(\)"):
        check_ids(torch.ones(2, dtype=dtype), 4)


@pytest.mark.parametrize(
    ("n_embd", "want"), [(3072, 55.5), (2048, 45.25), (3584, 59.75), (4096, 64)]
)
def test_the_scale_of_gemmas_embedding(n_embd, want):
    """Their module reads a table of ones, in float32 and in bfloat16."""
    modeling = pytest.importorskip("transformers.models.gemma3.modeling_gemma3")
    module = modeling.Gemma3TextScaledWordEmbedding(3, n_embd, 0, embed_scale=n_embd**0.5)
    torch.nn.init.ones_(module.weight)
    for dtype in (torch.float32, torch.bfloat16):
        read = module.to(dtype)(torch.tensor([1]))[0, 0].item()
        assert embedding_scale(n_embd, dtype) == read
    assert embedding_scale(n_embd, torch.bfloat16) == want
