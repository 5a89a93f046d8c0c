"""What one path refuses, its twins refuse in the same words; what one can do, they all can."""

import pytest
import torch

from bothends.head import chunked_token_loss, next_token_targets, token_loss_grad
from bothends.model import KVCache, TinyGPT, generate
from bothends.scatter import embedding_grad
from bothends.tying import TiedTokenIO, gradient_paths
from tests.bothends import twins
from tests.bothends.twins import (
    BAD_HEADS,
    BAD_IDS,
    BAD_LOSSES,
    CONFIG,
    ELSEWHERE,
    LOSSES,
    OPTIONS,
    READ,
    TARGETS,
    WEIGHTS,
    D,
    V,
    compare,
    refusal,
    refused_loss,
)

MODES = {"as usual": torch.enable_grad, "in inference mode": torch.inference_mode}
EACH_MODE = pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
pytestmark = pytest.mark.usefixtures("as_learner")


def each(table):
    return pytest.mark.parametrize("case", table.values(), ids=table)


class TestReading:
    @EACH_MODE
    @pytest.mark.parametrize("path", READ.values(), ids=READ)
    def test_bad_ids(self, path, mode):
        with mode():
            for name, (ids, error, text) in BAD_IDS.items():
                assert refusal(lambda ids=ids: path(ids)) == (error, text), name

    @pytest.mark.parametrize("path", READ.values(), ids=READ)
    def test_ids_on_another_device(self, path):
        """torch answers some of these with memory that was never written."""
        error, text = refusal(lambda: path(torch.zeros(1, 2, dtype=torch.int64, device="meta")))
        if path is READ["row_counts"]:  # which has no second tensor
            assert error is None
        else:
            assert error is ValueError
            assert text.endswith(ELSEWHERE)

    @EACH_MODE
    @pytest.mark.parametrize("path", READ.values(), ids=READ)
    def test_good_ids(self, path, mode):
        """int32, not contiguous, twice the same, none at all, and what inference mode made."""
        with torch.inference_mode():
            made_there = torch.tensor([[1, 6, 1]])
        for ids in (torch.tensor([[1], [6], [1]], dtype=torch.int32).T, made_there):
            with mode():
                path(ids)
        if path is not READ["gradient_paths"]:  # whose mean of nothing is refused
            with mode():
                path(torch.zeros(0, 1, dtype=torch.int64))

    @pytest.mark.parametrize("pad", [7, -8])
    def test_a_padding_row_that_is_none(self, pad):
        text = f"padding_idx={pad} is not a row of a table with V = 7 rows: use -7 to 6, or None"
        ids = torch.tensor([1])
        for path in (
            lambda: embedding_grad(ids, torch.ones(1, D), V, padding_idx=pad),
            lambda: gradient_paths(torch.ones(V, D), ids, ids, padding_idx=pad),
            lambda: TiedTokenIO(V, D, pad_id=pad),
        ):
            assert refusal(path) == (ValueError, text)


class TestLosses:
    @EACH_MODE
    @each(BAD_LOSSES)
    @pytest.mark.parametrize("path", LOSSES.values(), ids=LOSSES)
    def test_what_is_refused(self, path, case, mode):
        change, error, text = case
        with mode():
            assert refused_loss(path, change) == (error, text)

    @each(BAD_LOSSES)
    def test_what_the_two_ends_of_one_table_refuse(self, case):
        change, error, text = case
        assert refused_loss(twins.both_ends, change) == (error, text)

    @each(BAD_HEADS)
    @pytest.mark.parametrize("path", LOSSES.values(), ids=LOSSES)
    def test_what_no_head_can_score(self, path, case):
        change, error, text = case
        assert refused_loss(path, change) == (error, text)

    @pytest.mark.parametrize(
        "change", ["float targets", "a target beyond the table", "nothing that counts"]
    )
    def test_the_gradient_by_hand_refuses_the_same(self, change):
        change, error, text = BAD_LOSSES[change]
        logits = torch.ones(5, V)
        assert refusal(lambda: token_loss_grad(logits, **change)) == (error, text)

    @pytest.mark.parametrize("per_token", [False, True])
    @each(OPTIONS)
    @pytest.mark.parametrize("path", LOSSES.values(), ids=LOSSES)
    def test_every_option(self, path, case, per_token):
        assert compare(path, case, per_token) < 1e-13

    @pytest.mark.parametrize("case", ["ignore_index", "weights", "no option"])
    def test_the_gradient_by_hand(self, case):
        """`token_loss_grad` takes logits, so crops and caps are not its own."""
        options = OPTIONS[case]
        hidden, weight, targets = twins.loss_inputs(options)
        dz = token_loss_grad(hidden @ weight.T, targets, **options)
        _, (d_hidden, d_weight) = twins.gradients(twins.plain, options, per_token=False)
        torch.testing.assert_close(dz @ weight, d_hidden)
        torch.testing.assert_close(dz.T @ hidden, d_weight)

    def test_two_ends_of_one_table_take_every_option(self):
        options = {k: v for k, v in OPTIONS["all"].items() if k != "bias"}
        hidden, weight, targets = twins.loss_inputs(options)
        ids = torch.zeros(5, dtype=torch.int64)
        table = weight.requires_grad_()
        twins.plain(table[ids] + hidden, table, targets, **options).mean.backward()
        paths = gradient_paths(weight, ids, targets, trunk=lambda x: x + hidden, **options)
        torch.testing.assert_close(sum(paths), table.grad)

    @pytest.mark.parametrize("path", LOSSES.values(), ids=LOSSES)
    def test_weights_may_be_learned(self, path):
        hidden, weight, targets = twins.loss_inputs({})
        shares = WEIGHTS.clone().requires_grad_()
        path(hidden, weight, targets, weights=shares).total.backward()
        losses = path(hidden, weight, targets, per_token=True)
        torch.testing.assert_close(shares.grad, losses)

    @pytest.mark.parametrize("path", LOSSES.values(), ids=LOSSES)
    @pytest.mark.parametrize("options", [{}, OPTIONS["all"]], ids=["no option", "all"])
    def test_any_shape_and_kind_of_input(self, path, options):
        """Leading axes, int32, no order in memory, whatever inference mode made."""
        hidden, weight, targets = twins.loss_inputs(options)
        want = path(hidden, weight, targets, **options)
        with torch.inference_mode():
            made_there = [x.clone() for x in (hidden, targets)]
        shares = {"weights": WEIGHTS.reshape(5, 1)} if options else {}
        strided = hidden.T.contiguous().T.unflatten(0, (5, 1))
        for h, t, more in (
            (*made_there, {}),
            (hidden, targets.int(), {}),
            (strided, targets.reshape(5, 1), shares),
        ):
            leaf = weight.clone().requires_grad_()
            got = path(h, leaf, t, **options | more)
            got.total.backward()
            torch.testing.assert_close(got.total.detach(), want.total)
            assert got.count == want.count
            each_token = path(h, leaf, t, per_token=True, **options | more)
            assert each_token.shape == t.shape
            torch.testing.assert_close(each_token.sum().detach(), want.total)

    @pytest.mark.parametrize("path", LOSSES.values(), ids=LOSSES)
    def test_one_position_and_none(self, path):
        hidden, weight, _ = twins.loss_inputs({})
        one = path(hidden[0], weight, torch.tensor(3), softcap=2, per_token=True)
        assert one.shape == ()
        none = torch.zeros(0, dtype=torch.int64)
        assert path(hidden[:0], weight, none, per_token=True).shape == (0,)
        assert path(hidden[:0], weight, none, weights=none.double()) == (0, 0)

    @pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
    @pytest.mark.parametrize("path", LOSSES.values(), ids=LOSSES)
    def test_low_precision_is_upcast_before_anything_else(self, path, dtype):
        """Against float64 on the same rounded inputs; the logits alone are rounded."""
        options = {"weights": WEIGHTS.to(dtype), "vocab_size": 5, "softcap": 2}
        hidden, weight, targets = (x.to(dtype) for x in twins.loss_inputs({}))
        targets = targets.long()
        wide = {"weights": WEIGHTS, "vocab_size": 5, "softcap": 2}
        for per_token in (False, True):
            got = path(hidden, weight, targets, per_token=per_token, **options)
            want = twins.plain(
                hidden.double(), weight.double(), targets, per_token=per_token, **wide
            )
            got, want = (got, want) if per_token else (got.total, want.total)
            assert got.dtype == torch.float32
            torch.testing.assert_close(got.double(), want, rtol=0.02, atol=0)

    @pytest.mark.parametrize("path", LOSSES.values(), ids=LOSSES)
    def test_on_the_meta_device(self, path):
        options = {k: getattr(v, "float", lambda v=v: v)() for k, v in OPTIONS["all"].items()}
        options = {k: v.to("meta") if hasattr(v, "to") else v for k, v in options.items()}
        options["ignore_index"] = 3
        hidden = torch.empty(5, D, device="meta", requires_grad=True)
        weight = torch.empty(V, D, device="meta")
        loss = path(hidden, weight, TARGETS.to("meta"), **options)
        loss.mean.backward()
        assert loss.total.is_meta
        assert path(hidden, weight, TARGETS.to("meta"), per_token=True, **options).shape == (5,)
        assert hidden.grad.is_meta

    def test_what_is_ignored_stays_out_of_the_gradient(self):
        """Of the chunked loss and of the gradient by hand; autograd's 0 * nan is nan."""
        hidden, weight, targets = twins.loss_inputs({})
        hidden[-1] = torch.nan
        assert token_loss_grad(hidden @ weight.T, targets)[-1].tolist() == [0] * V
        hidden.requires_grad_(), weight.requires_grad_()
        chunked_token_loss(hidden, weight, targets, chunk_size=2).mean.backward()
        assert hidden.grad[-1].tolist() == [0] * D
        assert weight.grad.isfinite().all()


class TestSharded:
    def test_a_group_of_one_refuses_and_gives_the_same(self, alone, device):
        if device.type == "cpu":  # the tables of two processes are compared in parallel_worker
            assert list(twins.wrong_shards(alone)) == []

    def test_more_processes_than_blocks(self, alone, monkeypatch):
        """5 rows in blocks of 2 leave nothing to the fourth; torch would wait for it for ever."""
        monkeypatch.setattr(type(alone), "size", lambda self, *_: 4)
        ends = torch.nn.Embedding(5, D), torch.nn.Linear(D, 5)
        text = (
            "a table of 5 rows, cut for 4 processes, has a block for 3 of them, and the others "
            "would wait for ever: use at most 3 processes"
        )
        assert refusal(lambda: twins.shard(*ends, alone)) == (ValueError, text)


BAD_MASKS = {
    "additive": (
        torch.zeros(1, 3),
        TypeError,
        "attention_mask has dtype torch.float32, in which 0.0 means a real token to some code "
        "and padding to other: use 1 or True for real, 0 or False for padding",
    ),
    "of another shape, as of a cache, too": (
        torch.ones(1, 5, dtype=torch.int64),
        ValueError,
        "attention_mask has shape (1, 5) and ids have shape (1, 3): the mask needs one entry "
        "per id, and none for what a cache holds",
    ),
}


class TestMasks:
    ids = torch.tensor([[1, 2, 3]])

    @each(BAD_MASKS)
    def test_what_is_refused(self, case):
        mask, error, text = case
        model, cache = TinyGPT(CONFIG), KVCache()
        model(torch.tensor([[1, 2]]), cache=cache)
        for path in (
            lambda: next_token_targets(self.ids, attention_mask=mask),
            lambda: model(self.ids, attention_mask=mask),
            lambda: model(self.ids, attention_mask=mask, cache=cache),
            lambda: generate(model, self.ids, 2, attention_mask=mask),
        ):
            assert refusal(path) == (error, text)

    def test_a_mask_from_inference_mode_trains(self):
        with torch.inference_mode():
            mask = torch.tensor([[False, True, True]])
        TinyGPT(CONFIG)(self.ids, attention_mask=mask).sum().backward()

    def test_a_mask_on_another_device(self):
        mask = torch.ones(1, 3, dtype=torch.int64, device="meta")
        text = "ids and attention_mask are on two devices, cpu and meta: move both to one, such as "
        for path in (
            lambda: next_token_targets(self.ids, attention_mask=mask),
            lambda: TinyGPT(CONFIG)(self.ids, attention_mask=mask),
        ):
            assert refusal(path) == (ValueError, text + "attention_mask.to('cpu')")
