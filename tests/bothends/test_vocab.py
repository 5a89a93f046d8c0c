"""Growing a vocabulary: what must stay to the bit, and what must follow."""

import copy
import dataclasses
from types import SimpleNamespace

import pytest
import tokenizers
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn
from torch.nn import functional as F

from bothends.parallel import shard
from bothends.tokenizer import train_bpe
from bothends.tying import TiedTokenIO, ends, is_tied, tie
from bothends.vocab import Contract, fingerprint, grow, padded_rows


class Words:
    """A tokenizer, as far as a contract can see."""

    def __init__(self, *words):
        self.words = words

    def get_vocab(self):
        return {word: id_ for id_, word in enumerate(self.words)}


class Model(nn.Module):
    """Two ends and nothing between them, tied or not, with or without a bias."""

    def __init__(self, rows, D, *, tied=True, bias=False, dtype=torch.float32, **config):
        super().__init__()
        self.embedding = nn.Embedding(rows, D, dtype=dtype)
        self.head = nn.Linear(D, rows, bias=bias, dtype=dtype)
        if tied:
            tie(self.embedding, self.head)
        if config:
            self.config = SimpleNamespace(**config)

    def forward(self, ids):
        return self.head(self.embedding(ids))


def bits(tensor):
    return tensor.detach().cpu().contiguous().view(torch.uint8).tolist()


def test_padded_rows():
    padded = {(50_257,): 50_304, (127,): 128, (128,): 128, (129, 64): 192, (7, 1): 7}
    for asked, rows in padded.items():
        assert padded_rows(*asked) == rows


@pytest.mark.parametrize(("size", "multiple"), [(0, 64), (-1, 64), (5, 0), (5, -64)])
def test_no_rows_are_refused(size, multiple):
    with pytest.raises(ValueError, match=f"vocab_size={size}, multiple={multiple}"):
        padded_rows(size, multiple)


def without_merges(tokenizer):
    return tokenizers.models.BPE(tokenizer.get_vocab(), [])


class TestContract:
    tokenizer = Words("pad", "cat", "bank", "run", "dog")

    def test_three_sizes(self):
        model = Model(8, 2, vocab_size=6)
        contract = Contract.of(model, self.tokenizer)
        assert (contract.tokenizer_size, contract.valid_size, contract.rows) == (5, 6, 8)
        contract.check(model, self.tokenizer)

    def test_a_model_that_crops_nothing_may_have_padding(self):
        contract = Contract(5, 6, 8, fingerprint(self.tokenizer))
        contract.check(Model(8, 2), self.tokenizer)
        contract.check(Model(8, 2, vocab_size=8), self.tokenizer)

    def test_every_difference_is_listed(self):
        contract = Contract(5, 6, 8, fingerprint(self.tokenizer))
        with pytest.raises(ValueError) as error:
            contract.check(Model(10, 2, vocab_size=7), Words("pad", "cat", "dog"))
        for words in (
            "tokenizer_size 5, here 3",
            "valid_size 6, here 7",
            "rows 8, here 10",
            f"fingerprint {contract.fingerprint}, here ",
        ):
            assert words in str(error.value)

    def test_a_renumbered_tokenizer_of_equal_size_is_refused(self):
        contract = Contract.of(Model(5, 2), self.tokenizer)
        with pytest.raises(ValueError, match="agreed on: fingerprint"):
            contract.check(Model(5, 2), Words("pad", "bank", "cat", "run", "dog"))

    def test_the_order_of_the_dictionary_does_not_matter(self):
        backwards = SimpleNamespace(
            get_vocab=lambda: dict(reversed(self.tokenizer.get_vocab().items()))
        )
        assert fingerprint(backwards) == fingerprint(self.tokenizer)

    def test_a_real_tokenizer(self):
        words = tokenizers.models.WordLevel(self.tokenizer.get_vocab(), unk_token="pad")
        real = tokenizers.Tokenizer(words)
        contract = Contract.of(Model(8, 2, vocab_size=5), real)
        assert contract == Contract(5, 5, 8, fingerprint(real))
        real.add_tokens(["wolf"])
        with pytest.raises(ValueError, match="tokenizer_size 5, here 6; fingerprint"):
            contract.check(Model(8, 2, vocab_size=5), real)

    def test_a_fingerprint_is_16_digits_of_sha_256(self):
        """Of `[[0, "pad"], [1, "cat"]]`, as `sha256sum` says."""
        assert fingerprint(Words("pad", "cat")) == "9ee13487df8f06f2"

    @pytest.mark.parametrize(
        "change",
        [
            lambda t: setattr(t, "normalizer", tokenizers.normalizers.Lowercase()),
            lambda t: setattr(t, "pre_tokenizer", tokenizers.pre_tokenizers.ByteLevel(True)),
            lambda t: t.add_special_tokens(["the"]),
            lambda t: setattr(t, "model", without_merges(t)),
        ],
        ids=["normalizer", "pre-tokenizer", "added tokens", "merges"],
    )
    def test_what_decides_ids_beside_the_id_map(self, change):
        before, after = (train_bpe("the mill and the miller", 270) for _ in range(2))
        change(after)
        assert before.get_vocab() == after.get_vocab()
        assert fingerprint(before) != fingerprint(after)

    def test_what_a_program_sets_as_it_goes_does_not_count(self):
        before, after = (train_bpe("the mill and the miller", 270) for _ in range(2))
        after.enable_truncation(4)
        after.enable_padding()
        assert fingerprint(before) == fingerprint(after)

    def test_the_smallest_contract(self):
        Contract(1, 1, 1, "")

    def test_ids_may_have_gaps(self):
        gaps = SimpleNamespace(get_vocab=lambda: {"a": 0, "b": 6})
        assert Contract.of(Model(7, 2), gaps).tokenizer_size == 7

    def test_rows_that_are_only_read(self):
        """The head may score fewer rows than the table has, but none of the valid ids less."""
        model = Model(5, 2, tied=False)
        model.head = nn.Linear(2, 3)
        model.get_input_embeddings = lambda: model.embedding
        model.get_output_embeddings = lambda: model.head
        contract = Contract.of(model, Words("a", "b", "c"))
        assert (contract.valid_size, contract.rows) == (3, 5)
        contract.check(model, Words("a", "b", "c"))
        model.config = SimpleNamespace(vocab_size=4)
        with pytest.raises(ValueError, match="valid_size 4, but the head scores 3 rows"):
            dataclasses.replace(contract, valid_size=4).check(model, Words("a", "b", "c"))

    @pytest.mark.parametrize(
        ("end", "size", "right"),
        [
            ("head", "out_features", 5),
            ("head", "in_features", 2),
            ("embedding", "num_embeddings", 5),
            ("embedding", "embedding_dim", 2),
        ],
    )
    def test_a_size_that_a_module_says_and_its_table_has_not(self, end, size, right):
        model = Model(5, 2)
        contract = Contract.of(model, self.tokenizer)
        setattr(getattr(model, end), size, 9)
        said = f"{size} is 9, but its weight has shape \\(5, 2\\): set {size} = {right}"
        with pytest.raises(ValueError, match=said):
            Contract.of(model, self.tokenizer)
        with pytest.raises(ValueError, match=said):
            contract.check(model, self.tokenizer)
        with pytest.raises(ValueError, match=said):
            tie(model.embedding, model.head)

    @pytest.mark.parametrize("sizes", [(0, 1, 1), (6, 5, 8), (5, 9, 8)])
    def test_sizes_out_of_order_are_refused(self, sizes):
        with pytest.raises(ValueError, match=r"tokenizer_size=\d, valid_size=\d, rows=\d"):
            Contract(*sizes, "")

    def test_a_tokenizer_without_tokens(self):
        with pytest.raises(ValueError, match="tokenizer_size=0"):
            Contract.of(Model(5, 2), Words())


class TestGrow:
    @given(data=st.data())
    def test_old_rows_stay_to_the_bit(self, data):
        rows, more, D = data.draw(st.integers(1, 9)), data.draw(st.integers(0, 9)), 3
        tied, bias = data.draw(st.booleans()), data.draw(st.booleans())
        dtype = data.draw(st.sampled_from([torch.float64, torch.float32, torch.bfloat16]))
        init = data.draw(st.sampled_from(["mean", "zero", "random"]))
        model = Model(rows, D, tied=tied, bias=bias, dtype=dtype)
        before = {name: bits(w) for name, w in model.state_dict().items()}
        assert grow(model, rows + more, init=init) is None
        assert is_tied(model.embedding, model.head) == tied
        assert model.embedding.num_embeddings == model.head.out_features == rows + more
        for name, weight in model.state_dict().items():
            assert weight.dtype == dtype
            assert len(weight) == rows + more
            assert bits(weight[:rows]) == before[name]
        assert model(torch.tensor([rows + more - 1])).shape == (1, rows + more)

    def test_never_shrinks(self):
        model = Model(8, 2, vocab_size=8)
        before = bits(model.embedding.weight)
        weight = model.embedding.weight
        with pytest.raises(ValueError, match=r"tokenizer_size=6, but 8 ids .* valid_size=6"):
            grow(model, 6)
        with pytest.raises(ValueError, match="tokenizer_size=5, but 6 ids"):
            grow(model, 5, valid_size=6)
        grow(model, 8)
        grow(model, 6, valid_size=6)
        assert model.embedding.weight is weight
        assert bits(weight) == before
        assert model.config.vocab_size == 8

    def test_rows_added_in_inference_mode_learn(self):
        model = Model(4, 2, bias=True)
        with torch.inference_mode():
            grow(model, 6)
        model(torch.tensor([5])).sum().backward()
        assert model.embedding.weight.grad.shape == (6, 2)

    def test_a_sharded_table_is_refused(self, alone, device):
        model = Model(4, 2, tied=False).to(device)
        shard(model.embedding, model.head, alone)
        with pytest.raises(ValueError, match=r"grow before bothends\.parallel\.shard"):
            grow(model, 6)
        assert len(model.embedding.weight) == 4

    def test_on_the_meta_device(self):
        model = Model(4, 2, bias=True).to("meta")
        tie(model.embedding, model.head)
        grow(model, 6)
        assert model.head.weight.is_meta
        assert len(model.head.bias) == 6

    def test_padded_rows_are_initialised_before_any_is_added(self):
        """8 rows for 5 ids: the sixth is row 5, and rows 6 and 7 stay."""
        model = Model(8, 2)
        before = model.embedding.weight.detach().clone()
        grow(model, 6, valid_size=5)
        after = model.embedding.weight.detach()
        assert len(after) == 8
        torch.testing.assert_close(after[5], before[:5].mean(0))
        others = torch.tensor([0, 1, 2, 3, 4, 6, 7])
        assert bits(after[others]) == bits(before[others])

    @pytest.mark.parametrize(
        ("size", "rows"), [(120, 128), (128, 128), (129, 192), (192, 192), (200, 256)]
    )
    def test_a_padded_model_stays_padded(self, size, rows):
        model = Model(128, 2, vocab_size=100, row_multiple=64)
        grow(model, size)
        assert len(model.embedding.weight) == rows
        assert model.config.vocab_size == size
        assert model.embedding.weight[128:size].count_nonzero() == 2 * max(0, size - 128)
        assert model.embedding.weight[max(128, size) :].count_nonzero() == 0

    def test_a_config_without_a_vocabulary(self):
        model = Model(4, 2, name="tiny")
        grow(model, 5)
        assert vars(model.config) == {"name": "tiny"}

    @pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
    def test_the_four_ways_to_start(self, dtype, device):
        old = torch.tensor([[1.0, 2], [3, 6], [5, 1]])
        got = {}
        for init in ("mean", "zero", {3: [0, 1]}):
            model = Model(3, 2, tied=False, bias=True, dtype=dtype).to(device)
            model.embedding.weight.data.copy_(old)
            model.head.weight.data.copy_(-old)
            model.head.bias.data.copy_(old[:, 1])
            grow(model, 4, init=init)
            got[str(init)] = [
                model.embedding.weight[3].tolist(),
                model.head.weight[3].tolist(),
                model.head.bias[3].item(),
            ]
        assert got["mean"] == [[3, 3], [-3, -3], 3]
        assert got["zero"] == [[0, 0], [0, 0], 0]
        assert got["{3: [0, 1]}"] == [[2, 4], [-2, -4], 4]

    def test_random_rows_have_the_old_spread(self):
        torch.manual_seed(0)
        model = Model(1000, 64)
        nn.init.normal_(model.embedding.weight, std=0.05)
        grow(model, 2000, init="random")
        assert model.embedding.weight[1000:].std().item() == pytest.approx(0.05, rel=0.02)

    def test_a_mean_is_taken_in_float32(self):
        model = Model(3000, 1, dtype=torch.bfloat16)
        nn.init.ones_(model.embedding.weight)
        grow(model, 3001)
        assert model.embedding.weight[3000].item() == 1

    @pytest.mark.parametrize("tied", [True, False])
    def test_a_frozen_table_stays_frozen(self, tied):
        model = Model(4, 2, tied=tied)
        model.embedding.weight.requires_grad_(False)
        grow(model, 6)
        assert not model.embedding.weight.requires_grad
        assert model.head.weight.requires_grad != tied

    def test_a_third_module_that_holds_the_table(self):
        model = Model(4, 2)
        model.encoder = nn.Embedding(9, 3)
        model.encoder.weight = model.embedding.weight
        model.get_input_embeddings = lambda: model.embedding
        model.get_output_embeddings = lambda: model.head
        grow(model, 6)
        assert model.encoder.weight is model.embedding.weight

    def test_one_module_with_two_names_for_the_table(self):
        model = Model(4, 2)
        model.table = model.alias = model.embedding.weight
        grow(model, 6)
        assert model.table is model.alias is model.embedding.weight

    def test_the_padding_row_keeps_its_id(self):
        io = TiedTokenIO(4, 2, pad_id=0)
        grow(io, 6)
        assert io.embedding.padding_idx == 0
        assert io.embedding.weight[0].tolist() == [0, 0]
        assert io(torch.tensor([5]), torch.tanh).shape == (1, 6)

    @pytest.mark.parametrize(
        ("init", "message"),
        [
            ("average", "init='average' is unknown"),
            ({4: [1]}, r"new id 5 the pieces \[\]"),
            ({4: [1], 5: []}, r"new id 5 the pieces \[\]"),
            ({4: [1], 5: [0, 4]}, r"new id 5 the pieces \[0, 4\].*0 to 3"),
        ],
    )
    def test_a_wrong_init_changes_nothing(self, init, message):
        model = Model(4, 2)
        with pytest.raises(ValueError, match=message):
            grow(model, 6, init=init)
        assert len(model.embedding.weight) == 4

    @pytest.mark.parametrize("valid_size", [0, 5])
    def test_a_valid_size_that_the_tables_lack_is_refused(self, valid_size):
        with pytest.raises(ValueError, match=f"valid_size={valid_size}, but the tables have 4"):
            grow(Model(4, 2), 6, valid_size=valid_size)

    def test_one_row_with_a_meaning_is_enough(self):
        model = Model(4, 2)
        grow(model, 2, valid_size=1)
        assert torch.equal(model.embedding.weight[1], model.embedding.weight[0])


def step(model, optimizer, ids):
    optimizer.zero_grad()
    F.cross_entropy(model(ids[:-1]), ids[1:]).backward()
    optimizer.step()


@pytest.mark.parametrize("tied", [True, False])
def test_a_transformers_model_saved_and_loaded(tied, tmp_path):
    """Old rows are compared at the end of the pipeline, where a marked-as-new head is redrawn."""
    transformers = pytest.importorskip("transformers")
    config = transformers.LlamaConfig(
        vocab_size=10,
        hidden_size=8,
        intermediate_size=8,
        num_hidden_layers=1,
        num_attention_heads=2,
        tie_word_embeddings=tied,
    )
    model = transformers.LlamaForCausalLM(config)
    before = [bits(end.weight) for end in ends(model)]
    grow(model, 13)
    model.save_pretrained(tmp_path)
    loaded = transformers.LlamaForCausalLM.from_pretrained(tmp_path)
    assert loaded.config.vocab_size == 13
    assert is_tied(*ends(loaded)) == tied
    assert [bits(end.weight[:10]) for end in ends(loaded)] == before
    ids = torch.tensor([[12, 3]])
    assert torch.equal(loaded(ids).logits, model(ids).logits)


class TestOptimizer:
    ids = torch.tensor([0, 2, 1, 3])

    @pytest.mark.parametrize("tied", [True, False])
    def test_adam_keeps_its_step_and_gets_zero_moments(self, tied):
        model = Model(4, 2, tied=tied, bias=True)
        optimizer = torch.optim.AdamW(model.parameters(), amsgrad=True)
        step(model, optimizer, self.ids)
        before = copy.deepcopy(optimizer.state[model.head.weight])
        assert grow(model, 6, optimizer=optimizer) is optimizer
        listed = [id(p) for group in optimizer.param_groups for p in group["params"]]
        assert listed == [id(p) for p in model.parameters()]
        assert {id(p) for p in optimizer.state} == set(listed)
        state = optimizer.state[model.head.weight]
        assert state["step"].item() == 1
        for name in ("exp_avg", "exp_avg_sq", "max_exp_avg_sq"):
            assert bits(state[name][:4]) == bits(before[name])
            assert state[name][4:].tolist() == [[0, 0], [0, 0]]
        assert len(optimizer.state[model.head.bias]["exp_avg"]) == 6

    @pytest.mark.parametrize(
        "make",
        [
            lambda p: torch.optim.SGD(p, lr=0.1),
            lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9),
            lambda p: torch.optim.Adam(p, lr=0.1),
            lambda p: torch.optim.Adafactor(p, lr=0.1),
            lambda p: torch.optim.Adagrad(p, lr=0.1),
        ],
    )
    def test_new_rows_learn(self, make):
        model = Model(4, 2, bias=True)
        optimizer = make(model.parameters())
        step(model, optimizer, self.ids)
        grow(model, 6, optimizer=optimizer)
        new = model.embedding.weight[4:].detach().clone()
        step(model, optimizer, torch.tensor([4, 0, 5, 4]))
        assert (model.embedding.weight[4:] != new).all()

    def test_a_live_graph_of_the_old_table_does_no_harm(self):
        """A loss that a notebook still holds keeps the old Parameter's graph alive."""
        model = Model(4, 2)
        optimizer = torch.optim.Adam(model.parameters())
        loss = model(self.ids).sum()
        loss.backward()
        optimizer.step()
        grow(model, 6, optimizer=optimizer)
        step(model, optimizer, torch.tensor([4, 5]))
        assert model.embedding.weight.grad.shape == (6, 2)

    def test_a_padding_row_that_gets_a_meaning_starts_without_momentum(self):
        model = Model(4, 2)
        optimizer = torch.optim.Adam(model.parameters())
        step(model, optimizer, self.ids)
        grow(model, 5, optimizer=optimizer, valid_size=3)
        assert optimizer.state[model.head.weight]["exp_avg"][3:].count_nonzero() == 0

    def test_other_parameters_and_settings_stay(self):
        model = Model(4, 2)
        other = nn.Parameter(torch.ones(4, 2))
        groups = [{"params": [other], "lr": 0.3}, {"params": list(model.parameters()), "lr": 0.2}]
        optimizer = torch.optim.Adam(groups)
        other.grad = torch.ones(4, 2)
        optimizer.step()
        state = optimizer.state[other]
        grow(model, 5, optimizer=optimizer)
        assert optimizer.state[other] is state
        assert [group["lr"] for group in optimizer.param_groups] == [0.3, 0.2]
        assert optimizer.param_groups[0]["params"] == [other]
        assert ends(model)[0].weight not in optimizer.state

    @pytest.mark.parametrize(
        ("steps", "second_moment", "first", "tenth"),
        [
            (0, "zero", 1, 1),
            (100, "zero", 0.98, 2.11),
            (1_000, "zero", 2.52, 5.21),
            (10_000, "zero", 3.16, 6.53),
            (10_000, "mean", 0.1, 0.65),
        ],
    )
    def test_how_far_adam_moves_a_new_row(self, steps, second_moment, first, tenth):
        """In learning rates, under a constant gradient; the count of steps is inherited."""
        model = Model(4, 1)
        optimizer = torch.optim.Adam(model.parameters(), lr=1.0)
        if steps:
            model.embedding.weight.grad = torch.ones_like(model.embedding.weight)
            optimizer.step()
            state = optimizer.state[model.embedding.weight]
            state["step"].fill_(steps)
            state["exp_avg_sq"].fill_(1)  # as after many steps of gradients of 1
        grow(model, 5, optimizer=optimizer, second_moment=second_moment)
        moved = []
        for _ in range(10):
            before = model.embedding.weight[4].item()
            model.embedding.weight.grad = torch.ones_like(model.embedding.weight)
            optimizer.step()
            moved.append(before - model.embedding.weight[4].item())
        assert [round(moved[0], 2), round(moved[9], 2)] == [first, tenth]

    @pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
    def test_a_step_that_looks_away_from_new_rows_is_the_old_models_step(self, dtype):
        small = Model(4, 2, dtype=dtype)
        optimizer = torch.optim.AdamW(small.parameters(), lr=0.1)
        step(small, optimizer, self.ids)
        tall, its_optimizer = copy.deepcopy((small, optimizer))
        grow(tall, 6, optimizer=its_optimizer)
        cropped = nn.Module()
        cropped.forward = lambda ids: F.linear(tall.embedding(ids), tall.head.weight[:4])
        step(small, optimizer, self.ids)
        step(cropped, its_optimizer, self.ids)
        assert bits(tall.head.weight[:4]) == bits(small.head.weight)
