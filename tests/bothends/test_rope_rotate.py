"""`rotate` against a matrix, by its invariants, and the mistakes that these must catch."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional as F
from torch.utils._python_dispatch import TorchDispatchMode

from bothends.rope import rotate, tables
from tests.bothends.rope_oracle import rotated

BASE = 10_000.0
EACH = pytest.mark.parametrize(
    ("pairing", "sign"), [("halves", 1), ("halves", -1), ("pairs", 1), ("pairs", -1)]
)
CONVENTIONS = st.tuples(st.sampled_from(["halves", "pairs"]), st.sampled_from([1, -1]))


def normal(*shape, seed=0, dtype=torch.float64):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=dtype)


def float64_tables(positions, head_dim):
    return tables(torch.as_tensor(positions), head_dim, base=BASE, dtype=torch.float64)


@st.composite
def cases(draw):
    """x (B, T, H, head_dim) and a position for each row and column, in any order."""
    B, T, H, half = (draw(st.integers(1, 4)) for _ in range(4))
    positions = draw(
        st.lists(st.lists(st.integers(0, 100_000), min_size=T, max_size=T), min_size=B, max_size=B)
    )
    return normal(B, T, H, 2 * half, seed=draw(st.integers(0, 999))), positions


# What must hold for any way to rotate. `way` is called as rotate(x, positions, pairing, sign).


def ours(x, positions, pairing, sign):
    return rotate(x, *float64_tables(positions, x.shape[-1]), pairing=pairing, sign=sign)


def equals_the_matrix(way, x, positions, convention):
    got = way(x, positions, *convention)
    torch.testing.assert_close(got, rotated(x, positions, BASE, *convention), rtol=0, atol=1e-10)


def keeps_norms(way, x, positions, convention):
    got = way(x, positions, *convention).norm(dim=-1)
    torch.testing.assert_close(got, x.norm(dim=-1), rtol=1e-12, atol=0)


def keeps_scores_under_a_shift(way, x, positions, convention, shift=1234):
    def scores(positions):
        q, k = (way(v, positions, *convention) for v in (x, x.flip(0, 1)))
        return torch.einsum("bthd,bshd->bhts", q, k)

    moved = [[position + shift for position in row] for row in positions]
    # An angle of 1e5 rad has an error of 1e-11 rad in float64, and scores here stay below 100.
    torch.testing.assert_close(scores(moved), scores(positions), rtol=0, atol=1e-8)


CHECKS = [equals_the_matrix, keeps_norms, keeps_scores_under_a_shift]


@pytest.mark.parametrize("check", CHECKS)
@given(case=cases(), convention=CONVENTIONS)
def test_holds_for_any_positions(check, case, convention):
    check(ours, *case, convention)


@given(case=cases(), convention=CONVENTIONS)
def test_turns_add_up(case, convention):
    """R_m R_n = R_(m+n), and R_m^T R_n = R_(n-m): only the difference is left in a score."""
    x, positions = case
    doubled = [[2 * position for position in row] for row in positions]
    twice = ours(ours(x, positions, *convention), positions, *convention)
    torch.testing.assert_close(twice, ours(x, doubled, *convention), rtol=0, atol=1e-9)
    pairing, sign = convention
    back = ours(ours(x, positions, *convention), positions, pairing, -sign)
    torch.testing.assert_close(back, x, rtol=0, atol=1e-12)


@given(case=cases(), convention=CONVENTIONS)
def test_position_zero_changes_nothing(case, convention):
    x, _ = case
    assert torch.equal(ours(x, [[0] * x.shape[1]] * len(x), *convention), x)


# Mistakes that trained models have shipped with. Each must fail at least one check.


def wrong_sign(x, positions, pairing, sign):
    return ours(x, positions, pairing, -sign)


def other_pairing(x, positions, pairing, sign):
    return ours(x, positions, {"halves": "pairs", "pairs": "halves"}[pairing], sign)


def mixed_layout(x, positions, pairing, sign):
    """cos and sin laid out for one pairing, partners fetched by the other."""
    cos, sin = (table[..., None, :] for table in float64_tables(positions, x.shape[-1]))
    if pairing == "halves":
        cos, sin = cos.repeat_interleave(2, -1), sin.repeat_interleave(2, -1)
        a, b = x.chunk(2, -1)
        return x * cos + sign * torch.cat((-b, a), -1) * sin
    cos, sin = torch.cat((cos, cos), -1), torch.cat((sin, sin), -1)
    return x * cos + sign * torch.stack((-x[..., 1::2], x[..., ::2]), -1).flatten(-2) * sin


def always_arange(x, positions, pairing, sign):
    return ours(x, list(range(x.shape[1])), pairing, sign)


def heads_for_positions(x, positions, pairing, sign):
    return ours(x.transpose(1, 2), positions, pairing, sign).transpose(1, 2)


def sine_lost(x, positions, pairing, sign):
    cos, sin = float64_tables(positions, x.shape[-1])
    return rotate(x, cos, torch.zeros_like(sin), pairing=pairing, sign=sign)


def fails(check, way, convention):
    try:
        check(way, normal(2, 3, 3, 8), [[5, 3, 50], [0, 7, 2]], convention)
    except AssertionError:
        return True
    return False


@EACH
@pytest.mark.parametrize(
    ("mutant", "caught_by"),
    [
        (wrong_sign, [equals_the_matrix]),
        (other_pairing, [equals_the_matrix]),
        (mixed_layout, CHECKS),
        (always_arange, [equals_the_matrix]),
        (heads_for_positions, [equals_the_matrix]),
        (sine_lost, CHECKS),
    ],
)
def test_mistakes_are_caught(mutant, caught_by, pairing, sign):
    """Norms and shifts cannot see a consistent other convention; only numbers can."""
    caught = [check for check in CHECKS if fails(check, mutant, (pairing, sign))]
    assert caught == caught_by


# Gradients, memory, dtypes, devices.


@EACH
def test_gradients(pairing, sign):
    tables_ = float64_tables([[5, 3, 50], [0, 7, 2]], 4)
    x = normal(2, 3, 2, 4).requires_grad_()

    def way(x, cos, sin):
        return rotate(x, cos, sin, pairing=pairing, sign=sign)

    assert torch.autograd.gradcheck(way, (x, *tables_))
    assert torch.autograd.gradgradcheck(way, (x, *tables_))
    for learned in (1, 0):  # one table alone, then both
        tables_[learned].requires_grad_()
        assert torch.autograd.gradcheck(way, (x, *tables_))


@EACH
@pytest.mark.filterwarnings("ignore:There is a performance drop:UserWarning")
def test_mapped_over_a_batch(pairing, sign):
    cos, sin = float64_tables([4, 1], 4)
    x = normal(3, 2, 1, 4)
    got = torch.vmap(lambda x: rotate(x, cos, sin, pairing=pairing, sign=sign))(x)
    assert torch.equal(got, rotate(x, cos, sin, pairing=pairing, sign=sign))


@EACH
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("table_dtype", [torch.float64, torch.float32, torch.bfloat16])
def test_returns_xs_dtype_and_leaves_x_alone(pairing, sign, dtype, table_dtype, device):
    x = normal(2, 3, 2, 8).to(device, dtype)
    before, version = x.clone(), x._version
    cos, sin = tables(torch.tensor([9, 1, 4], device=device), 8, base=BASE, dtype=table_dtype)
    got = rotate(x, cos, sin, pairing=pairing, sign=sign)
    assert (got.dtype, got.device, got.shape) == (dtype, x.device, x.shape)
    assert torch.equal(x, before)
    assert x._version == version
    assert got.data_ptr() != x.data_ptr()
    # One rounding to x's dtype, after products in float32 or wider.
    wide = rotate(x.double(), cos.double(), sin.double(), pairing=pairing, sign=sign)
    tolerance = max(
        torch.finfo(dtype).eps / 2, 1e-6 if torch.float32 in (dtype, table_dtype) else 0
    )
    low = dtype in (torch.float16, torch.bfloat16)
    torch.testing.assert_close(got.double(), wide, rtol=tolerance, atol=1e-6 if low else tolerance)


@EACH
@pytest.mark.parametrize(
    "view",
    [
        lambda x: x.transpose(1, 2).contiguous().transpose(1, 2),
        lambda x: torch.cat((x, x), -1)[..., : x.shape[-1]],
        lambda x: torch.cat((x[..., :1], x), -1)[..., 1:],
        lambda x: F.pad(x, (0, 1, 0, 3))[:, :, :3, :8],
        lambda x: torch.stack((x, x), -1)[..., 0],
        lambda x: x[:, :, :1].expand_as(x),
        lambda x: x.mT.contiguous().mT,
        lambda x: x.flip(-1),
    ],
    ids=[
        "transposed",
        "slice",
        "odd start",
        "odd head",
        "strided",
        "expanded",
        "channels first",
        "flipped",
    ],
)
def test_any_memory_layout(pairing, sign, view):
    x = view(normal(2, 3, 3, 8))
    equals_the_matrix(ours, x, [[5, 3, 50], [0, 7, 2]], (pairing, sign))


class Operations(TorchDispatchMode):
    """The names of all operations, in order."""

    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.names.append(func.overloadpacket._qualified_op_name)
        return func(*args, **(kwargs or {}))


@pytest.mark.parametrize(("start", "copies"), [(0, 0), (1, 1), (2, 0)])
def test_pairs_are_copied_only_if_they_start_at_odd_addresses(start, copies):
    cos, sin = float64_tables([5, 3, 50], 8)
    x = normal(3, 3, 10)[..., start : start + 8]
    with Operations() as done:
        rotate(x, cos, sin, pairing="pairs", sign=1)
    assert done.names.count("aten::clone") == copies


@EACH
def test_nothing_is_created_on_a_default_device(pairing, sign):
    cos, sin = tables(torch.tensor([1, 2]), 4, base=BASE)
    with torch.device("meta"):
        assert rotate(
            torch.ones(2, 1, 4, device="cpu"), cos, sin, pairing=pairing, sign=sign
        ).is_cpu
    meta = rotate(
        torch.empty(3, 2, 1, 4, device="meta"),
        cos.to("meta"),
        sin.to("meta"),
        pairing=pairing,
        sign=sign,
    )
    assert (meta.shape, meta.is_meta) == ((3, 2, 1, 4), True)


@EACH
@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16])
def test_fast_forms_equal_the_plain_one(pairing, sign, dtype, device, monkeypatch):
    """`torch.compile` takes the plain form, eager code the fast ones."""
    x = normal(2, 3, 3, 8).to(device, dtype)
    cos, sin = (table.to(device) for table in float64_tables([[5, 3, 50], [0, 7, 2]], 8))
    fast = rotate(x, cos, sin, pairing=pairing, sign=sign)
    monkeypatch.setattr(torch.compiler, "is_compiling", lambda: True)
    plain = rotate(x, cos, sin, pairing=pairing, sign=sign)
    tolerance = torch.finfo(dtype).eps
    torch.testing.assert_close(fast, plain, rtol=tolerance, atol=tolerance)


@pytest.mark.filterwarnings("ignore:`torch.jit.script_method` is deprecated:DeprecationWarning")
@pytest.mark.parametrize("pairing", ["halves", "pairs"])
def test_one_pass_under_compile(pairing, as_learner, compiler):
    from torch._inductor import metrics

    cos, sin = tables(torch.tensor([[5, 3, 50], [0, 7, 2]]), 8, base=BASE)
    x = normal(2, 3, 3, 8, dtype=torch.bfloat16).requires_grad_()

    def way(x):
        return rotate(x, cos, sin, pairing=pairing, sign=-1)

    metrics.reset()
    got = torch.compile(way, fullgraph=True)(x)
    one_ulp = {"rtol": 2**-7, "atol": 1e-6}  # a fused multiply-add may round the other way
    torch.testing.assert_close(got, way(x), **one_ulp)
    upstream = normal(2, 3, 3, 8, seed=1, dtype=torch.bfloat16)
    (grad,) = torch.autograd.grad(got, x, upstream)
    assert metrics.generated_kernel_count == 2  # one forward, one backward
    torch.testing.assert_close(grad, torch.autograd.grad(way(x), x, upstream)[0], **one_ulp)


# Refusals.


@pytest.mark.parametrize(
    ("shape", "table"),
    [
        ((2, 3, 5, 8), (5, 4)),  # heads before positions
        ((2, 3, 5, 8), (1, 4)),  # one position against three
        ((2, 3, 5, 8), (1, 3, 4)),  # one row against two
        ((1, 3, 5, 8), (2, 3, 4)),  # two rows against one
        ((2, 3, 5, 8), (3, 1, 4)),  # an axis for heads, as nanochat stores it
        ((2, 3, 5, 8), (3, 8)),  # full width, as transformers stores it
        ((2, 3, 5, 8), (3, 1)),
        ((5, 8), (5, 4)),
    ],
)
def test_tables_for_other_positions_are_refused(shape, table, as_learner):
    tables_ = (torch.ones(table), torch.zeros(table))
    with pytest.raises(ValueError, match=r"cos has shape .*x\.transpose\(-3, -2\)") as error:
        rotate(torch.ones(shape), *tables_, pairing="halves", sign=1)
    assert str(shape) in str(error.value)
    assert str(table) in str(error.value)


@given(case=cases(), convention=CONVENTIONS)
def test_heads_before_positions_raise_whenever_the_sizes_differ(case, convention):
    x, positions = case
    wrong = x.transpose(1, 2)
    if wrong.shape == x.shape:  # the one case that nothing can see, chapter 18 shows it
        ours(wrong, positions, *convention)
    else:
        with pytest.raises(ValueError, match="heads stand before positions"):
            ours(wrong, positions, *convention)


def test_cos_and_sin_belong_together(as_learner):
    with pytest.raises(ValueError, match=r"cos has shape \(3, 4\) and sin \(2, 4\)"):
        rotate(torch.ones(3, 1, 8), torch.ones(3, 4), torch.ones(2, 4), pairing="pairs", sign=1)
