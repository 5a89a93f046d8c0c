"""The chunked loss against the plain one, and a watch on what it allocates."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional as F
from torch.utils._python_dispatch import TorchDispatchMode

from bothends.head import chunked_token_loss

N, D, V = 12, 5, 37


class Watch(TorchDispatchMode):
    """Record each operation's name and the size of its largest result."""

    def __init__(self):
        super().__init__()
        self.names, self.largest = [], 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        self.names.append(func.overloadpacket._qualified_op_name)
        for result in out if isinstance(out, tuple | list) else [out]:
            if isinstance(result, torch.Tensor):
                self.largest = max(self.largest, result.numel())
        return out

    def matmuls(self):
        return sum(name in ("aten::mm", "aten::addmm", "aten::addmm_") for name in self.names)


def inputs(device="cpu", dtype=torch.float64, shape=(N,)):
    """Hidden states, table, bias, and targets of which the ignored ones crowd in one chunk."""
    seed = torch.Generator().manual_seed(0)
    hidden, weight, bias = (
        torch.randn(*size, generator=seed, dtype=torch.float64).to(device, dtype).requires_grad_()
        for size in ((*shape, D), (V, D), (V,))
    )
    targets = torch.randint(V, shape, generator=seed)
    targets.view(-1)[[0, 1, 2, 3, 7]] = -100
    return hidden, weight, bias, targets.to(device)


def plain(hidden, weight, targets, bias=None, ignore_index=-100):
    """Summed loss of the whole batch at once, with torch alone."""
    logits = F.linear(hidden, weight, bias)
    rows = logits.reshape(-1, len(weight)).to(torch.promote_types(logits.dtype, torch.float32))
    return F.cross_entropy(
        rows, targets.reshape(-1).long(), ignore_index=ignore_index, reduction="sum"
    )


def assert_same(got, want, tensors, **tolerance):
    torch.testing.assert_close(got, want, **tolerance)
    pairs = (torch.autograd.grad(loss, tensors) for loss in (got, want))
    for ours, theirs in zip(*pairs, strict=True):
        assert ours.dtype == theirs.dtype
        torch.testing.assert_close(ours, theirs, **tolerance)


@given(data=st.data())
def test_any_targets_equal_the_plain_loss(data):
    hidden, weight, _, _ = inputs()
    targets = torch.tensor(data.draw(st.lists(st.integers(-1, V - 1), min_size=N, max_size=N)))
    got = chunked_token_loss(
        hidden, weight, targets, chunk_size=data.draw(st.integers(1, 15)), ignore_index=-1
    )
    assert got.count == sum(t != -1 for t in targets.tolist())
    want = plain(hidden, weight, targets, ignore_index=-1)
    assert_same(got.total, want, (hidden, weight), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    ("dtype", "atol"), [(torch.float32, 1e-6), (torch.bfloat16, 0.01), (torch.float16, 0.004)]
)
def test_low_precision_against_float64(dtype, atol, device):
    """On the same rounded inputs, where plain is 5e-7, 0.006 and 0.0024 off float64."""
    hidden, weight, bias, targets = inputs(device, dtype)
    got = chunked_token_loss(hidden, weight, targets.int(), chunk_size=4, bias=bias).total
    assert got.dtype == torch.float32
    want = plain(hidden.double(), weight.double(), targets, bias.double())
    assert_same(got, want.float(), (hidden, weight, bias), rtol=0, atol=atol)


@pytest.mark.parametrize("per_token", [False, True])
def test_weight_and_bias_gradients_add_up_in_float32(per_token, device):
    """A thousand chunks of slope -1/2: in bfloat16 the sum would stop growing at 128."""
    weight = torch.zeros(2, 1, dtype=torch.bfloat16, device=device, requires_grad=True)
    bias = torch.zeros(2, dtype=torch.bfloat16, device=device, requires_grad=True)
    hidden = torch.ones(1000, 1, dtype=torch.bfloat16, device=device)
    targets = torch.zeros(1000, dtype=torch.int64, device=device)
    loss = chunked_token_loss(hidden, weight, targets, chunk_size=1, bias=bias, per_token=per_token)
    (loss.sum() if per_token else loss.total).backward()
    assert weight.grad.tolist() == [[-500], [500]]
    assert bias.grad.tolist() == [-500, 500]


@pytest.mark.parametrize("kind", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("per_token", [False, True])
def test_under_autocast(per_token, kind, device):
    """The hidden states may come from a product, in bfloat16; the backward pass is outside."""
    hidden, weight, bias, targets = inputs(device, torch.float32)
    hidden = hidden.detach().to(kind).requires_grad_()
    with torch.autocast(device.type, dtype=torch.bfloat16):
        got = chunked_token_loss(
            hidden, weight, targets, chunk_size=4, bias=bias, per_token=per_token
        )
        got = got.sum() if per_token else got.total
        want = plain(hidden, weight, targets, bias)
    assert got.dtype == torch.float32
    assert_same(got, want, (hidden, weight, bias), rtol=0.02, atol=0.02)
    torch.testing.assert_close(got, want, rtol=1e-5, atol=1e-5)


def test_each_row_has_its_own_largest_logit():
    """Beside 1e4, every exponential of the second row would be 0, and its loss infinite."""
    hidden = torch.tensor([[1e4], [0]], dtype=torch.float64)
    weight = torch.tensor([[1.0], [0], [0]], dtype=torch.float64)
    loss = chunked_token_loss(hidden, weight, torch.tensor([1, 1]), chunk_size=2)
    assert loss.total.item() == pytest.approx(1e4 + math.log(3), rel=1e-15)


def test_nothing_is_created_on_a_default_device(device):
    hidden, weight, bias, targets = inputs(device)
    want = plain(hidden, weight, targets, bias)
    with torch.device("meta"):
        got = chunked_token_loss(hidden, weight, targets, chunk_size=4, bias=bias).total
        assert_same(got, want, (hidden, weight, bias), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("options", [{}, {"softcap": 2}, {"softcap": 2, "per_token": True}])
def test_the_logits_never_exist(options):
    hidden, weight, _, targets = inputs(shape=(64,))
    with Watch() as watch:
        loss = chunked_token_loss(hidden, weight, targets, chunk_size=4, **options)
        (loss.sum() if "per_token" in options else loss.mean).backward()
    assert watch.largest == max(4 * V, V * D, 64 * D)
    with Watch() as watch:
        plain(hidden, weight, targets).backward()
    assert watch.largest == 64 * V


def test_each_gradient_costs_a_product_only_if_it_is_asked_for():
    """Seven counted positions in chunks of four: two chunks, so two products per tensor."""
    HIDDEN, WEIGHT, BIAS = range(3)

    def products(*needed, grad=True):
        h, w, b = (inputs()[i].detach().requires_grad_(i in needed) for i in range(3))
        with Watch() as watch, torch.set_grad_enabled(grad):
            loss = chunked_token_loss(h, w, inputs()[3], chunk_size=4, bias=b).total
        assert loss.requires_grad == (grad and bool(needed))
        return watch.matmuls()

    assert products() == products(BIAS) == products(HIDDEN, WEIGHT, grad=False) == 2
    assert products(HIDDEN) == products(WEIGHT) == 4
    assert products(HIDDEN, WEIGHT) == 6


def test_losses_of_single_tokens_have_no_second_derivative_either():
    hidden, weight, _, targets = inputs()
    losses = chunked_token_loss(hidden, weight, targets, chunk_size=4, per_token=True)
    with pytest.raises(RuntimeError, match="no second derivative"):
        torch.autograd.grad(losses.sum(), hidden, create_graph=True)
