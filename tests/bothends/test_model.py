"""The small GPT against loops in float64, and cached decoding against the full pass."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn
from torch.nn import functional as F

from bothends.head import chunked_token_loss, next_token_targets, token_loss
from bothends.model import Config, InputLayer, KVCache, TinyGPT, generate
from bothends.model.input_layer import rms_norm
from bothends.rope import LLAMA_META, NANOCHAT
from bothends.tying import ends, is_tied, retie
from bothends.vocab import grow

TEXT = "a table is read at one end and scored at the other. " * 4


def config(**changes):
    small = dict(vocab_size=50, n_layer=2, n_head=4, n_kv_head=2, n_embd=16, sequence_len=8)
    return Config(**(small | changes))


def trained(seed=0, **changes):
    """Return a model in float64 whose every weight matters."""
    torch.manual_seed(seed)
    model = TinyGPT(config(compute_dtype=torch.float64, **changes))
    for weight in [*model.blocks.parameters(), model.head.weight]:
        nn.init.normal_(weight, std=0.3)
    return model


def loops(model, ids, *, turn=None, first=0):
    """Return the logits of one row of ids, one position, head and pair at a time.

    A pair is a complex number here, and `turn` says which channels make one.
    """
    c, w = model.config, {name: p.double() for name, p in model.state_dict().items()}
    table = w["input.table.weight"]

    def norm(x):
        return x / (x.square().mean() + torch.finfo(x.dtype).eps).sqrt()

    def turned(x, position):
        if turn is None:
            return x
        half = len(x) // 2
        a, b = (x[:half], x[half:]) if turn == "halves" else (x[0::2], x[1::2])
        theta = c.base ** (-torch.arange(half).double() / half)
        sign = -1 if turn == "halves" else 1
        return torch.complex(a, b) * torch.exp(1j * sign * position * theta)

    stream = [norm(table[id_]) for id_ in ids.tolist()]
    for layer in range(c.n_layer):
        at = f"blocks.{layer}."
        seen = [norm(x) for x in stream]
        for t, x in enumerate(stream):
            mixed = []
            for head in range(c.n_head):
                rows = slice(head * c.head_dim, (head + 1) * c.head_dim)
                shared = head // (c.n_head // c.n_kv_head)
                kv = slice(shared * c.head_dim, (shared + 1) * c.head_dim)
                q = turned(w[at + "attention.q.weight"][rows] @ seen[t], first + t)
                keys = [
                    turned(w[at + "attention.k.weight"][kv] @ seen[j], first + j)
                    for j in range(t + 1)
                ]
                values = [w[at + "attention.v.weight"][kv] @ seen[j] for j in range(t + 1)]
                scores = torch.stack([(q.conj() * k).real.sum() for k in keys])
                weights = torch.softmax(scores / math.sqrt(c.head_dim), 0)
                mixed.append(sum(a * v for a, v in zip(weights, values, strict=True)))
            x = x + w[at + "attention.out.weight"] @ torch.cat(mixed)
            up = w[at + "up.weight"] @ norm(x)
            gelu = up * 0.5 * (1 + torch.erf(up / math.sqrt(2)))
            stream[t] = x + w[at + "down.weight"] @ gelu
    logits = torch.stack([w["head.weight"] @ norm(x) for x in stream])[:, : c.vocab_size]
    return logits if c.softcap is None else c.softcap * torch.tanh(logits / c.softcap)


def close(got, want):
    torch.testing.assert_close(got, want, rtol=1e-10, atol=1e-10)


class TestConfig:
    def test_defaults_are_nanochats(self):
        assert Config() == Config.from_depth(12)
        assert (Config().vocab_size, Config().sequence_len, Config().n_head) == (32_768, 2048, 6)
        assert (Config().n_kv_head, Config(n_head=4, n_kv_head=2).n_kv_head) == (6, 2)
        assert (Config().base, Config().softcap, Config().rope) == (100_000, 15, NANOCHAT)
        assert Config().max_len == 20_480

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"n_embd": 18}, "n_embd=18 does not split into n_head=4"),
            ({"n_kv_head": 3}, "n_head=4 query heads cannot share n_kv_head=3"),
        ],
    )
    def test_uneven_heads_are_refused(self, changes, message):
        with pytest.raises(ValueError, match=message):
            config(**changes)


class TestInputLayer:
    def test_norm_by_hand(self, device):
        got = rms_norm(torch.tensor([[3.0, 4]], device=device)).cpu()
        torch.testing.assert_close(got, torch.tensor([[0.848528, 1.131371]]), rtol=0, atol=1e-6)

    @pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
    def test_eps_is_that_of_float32(self, dtype):
        """Where the mean square is near eps, eps shows."""
        x = torch.full((1, 2), 2.0**-12, dtype=dtype)
        want = 2.0**-12 / math.sqrt(2.0**-24 + torch.finfo(torch.float32).eps)
        assert rms_norm(x)[0, 0].item() == pytest.approx(want, rel=0.02)

    @pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float64])
    def test_unit_vectors_in_the_compute_dtype(self, dtype, device):
        layer = InputLayer(config(compute_dtype=dtype)).to(device)
        x = layer(torch.tensor([[1, 3, 1]], device=device))
        assert (x.dtype, x.shape, x.device.type) == (dtype, (1, 3, 16), device.type)
        assert x.float().square().mean(-1).sub(1).abs().max() < 0.02
        assert torch.equal(x[0, 0], x[0, 2])

    def test_the_norm_hides_the_spread_but_not_its_gradient(self):
        layer = InputLayer(config(compute_dtype=torch.float64)).double()
        results = []
        for scale in (1, 4):
            layer.table.weight.data *= scale
            layer.zero_grad()
            x = layer(torch.arange(5))
            (x * torch.arange(16)).sum().backward()
            results.append((x.detach(), layer.table.weight.grad.clone()))
        (x, slope), (same, smaller) = results
        torch.testing.assert_close(same, x)
        torch.testing.assert_close(smaller, slope / 4)


class TestForward:
    @pytest.mark.parametrize(
        ("turn", "rope"), [("halves", NANOCHAT), ("pairs", LLAMA_META), (None, None)]
    )
    @pytest.mark.parametrize("tied", [True, False])
    def test_equals_the_loops(self, turn, rope, tied):
        model = trained(rope=rope, tied=tied)
        ids = torch.tensor([[3, 49, 3, 0, 7, 11], [1, 2, 3, 4, 5, 6]])
        got = model(ids)
        for row in range(2):
            close(got[row], loops(model, ids[row], turn=turn))

    @pytest.mark.parametrize("n_kv_head", [1, 2, 4])
    def test_grouped_heads_and_no_softcap(self, n_kv_head):
        model = trained(n_kv_head=n_kv_head, softcap=None)
        ids = torch.tensor([[5, 6, 5, 8]])
        close(model(ids)[0], loops(model, ids[0], turn="halves"))

    def test_logits_are_cropped_and_padding_gets_no_gradient(self, device):
        model = TinyGPT(config()).to(device)
        model.head.weight.data[50:] = 100
        ids = torch.tensor([[1, 2, 3]], device=device)
        logits = model(ids)
        assert (logits.shape, logits.device.type) == ((1, 3, 50), device.type)
        token_loss(logits, next_token_targets(ids)).mean.backward()
        assert model.head.weight.grad[50:].count_nonzero() == 0
        assert model.head.weight.grad[:50].count_nonzero() > 0

    @pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
    def test_low_precision_gives_float32_logits(self, dtype):
        model = trained().float()
        ids = torch.randint(50, (2, 8), generator=torch.Generator().manual_seed(0))
        want = model(ids)
        model.config.compute_dtype = dtype
        got = model(ids)
        assert got.dtype == torch.float32
        torch.testing.assert_close(got.double(), want, rtol=0, atol=0.2)
        assert (got - want).abs().mean() < 0.03

    def test_without_rope_one_layer_forgets_the_order_of_a_prefix(self):
        """Positions enter by rotation alone."""
        ids = torch.tensor([[1, 2, 3, 4], [3, 1, 2, 4]])
        last = {rope: trained(rope=rope, n_layer=1)(ids)[:, -1] for rope in (None, NANOCHAT)}
        close(last[None][0], last[None][1])
        assert (last[NANOCHAT][0] - last[NANOCHAT][1]).abs().max() > 0.01

    def test_the_config_is_the_models_own(self):
        shared = config()
        model = TinyGPT(shared)
        grow(model, 60)
        assert (shared.vocab_size, model.config.vocab_size) == (50, 60)


class TestCache:
    @settings(max_examples=15)
    @given(data=st.data())
    def test_any_chunks_equal_the_full_pass(self, data):
        """One position at a time, all at once, and everything between."""
        T = 8
        model = trained(rope=data.draw(st.sampled_from([NANOCHAT, LLAMA_META, None])))
        ids = torch.randint(50, (2, T), generator=torch.Generator().manual_seed(1))
        cuts = sorted(data.draw(st.sets(st.integers(1, T - 1))))
        cache, logits = KVCache(), []
        with torch.no_grad():
            for start, stop in zip([0, *cuts], [*cuts, T], strict=True):
                assert cache.length == start
                logits.append(model(ids[:, start:stop], cache=cache))
            close(torch.cat(logits, 1), model(ids))

    @settings(max_examples=15)
    @given(data=st.data())
    def test_left_padding_changes_nothing(self, data):
        """Each row gives what it gives alone, in a full pass, in chunks, and step by step."""
        model, T = trained(), 7
        starts = data.draw(st.lists(st.integers(0, T - 1), min_size=1, max_size=3))
        cut = data.draw(st.integers(1, T))
        ids = torch.randint(50, (len(starts), T), generator=torch.Generator().manual_seed(2))
        mask = (torch.arange(T) >= torch.tensor(starts)[:, None]).long()
        cache = KVCache()
        with torch.no_grad():
            full = model(ids, attention_mask=mask)
            logits = [model(ids[:, :cut], attention_mask=mask[:, :cut], cache=cache)]
            for t in range(cut, T):
                now = slice(t, t + 1)
                logits.append(model(ids[:, now], attention_mask=mask[:, now], cache=cache))
            cached = torch.cat(logits, 1)
            for row, start in enumerate(starts):
                alone = model(ids[row : row + 1, start:])[0]
                close(full[row, start:], alone)
                close(cached[row, start:], alone)
            assert full.isfinite().all()

    def test_positions_beyond_the_table_are_refused(self):
        model, cache = trained(sequence_len=1), KVCache()
        assert model.config.max_len == 10
        model(torch.ones(1, 8, dtype=torch.int64), cache=cache)
        with pytest.raises(ValueError, match="offset=8 and length=3"):
            model(torch.ones(1, 3, dtype=torch.int64), cache=cache)
        assert cache.length == 8
        model(torch.ones(1, 2, dtype=torch.int64), cache=cache)
        with pytest.raises(ValueError, match="offset=10 and length=1"):
            model(torch.ones(1, 1, dtype=torch.int64), cache=cache)
        with pytest.raises(ValueError, match="offset=0 and length=11"):
            model(torch.ones(1, 11, dtype=torch.int64))

    def test_another_batch_needs_another_cache(self):
        model, cache = trained(), KVCache()
        model(torch.ones(2, 3, dtype=torch.int64), cache=cache)
        with pytest.raises(ValueError, match="holds 2 rows, but this batch has 1"):
            model(torch.ones(1, 1, dtype=torch.int64), cache=cache)
        assert cache.length == 3

    def test_no_new_ids(self):
        model, cache = trained(), KVCache()
        assert model(torch.ones(1, 0, dtype=torch.int64), cache=cache).shape == (1, 0, 50)
        assert cache.length == 0


class TestGenerate:
    prompt = torch.tensor([[1, 2, 3], [4, 5, 6]])

    def test_greedy_equals_the_full_pass_at_every_step(self):
        model, ids = trained(), self.prompt
        for _ in range(8):
            ids = torch.cat((ids, model(ids)[:, -1].argmax(-1, keepdim=True)), 1)
        assert torch.equal(generate(model, self.prompt, 8, temperature=0), ids)
        assert torch.equal(generate(model, self.prompt, 8, top_k=1), ids)

    def test_left_padding(self):
        model = trained()
        mask = torch.tensor([[0, 0, 1], [1, 1, 1]])
        both = generate(model, self.prompt, 6, temperature=0, attention_mask=mask)
        alone = generate(model, self.prompt[:1, 2:], 6, temperature=0)
        assert torch.equal(both[0, 2:], alone[0])

    def test_no_padded_row_is_ever_drawn(self, device):
        model = TinyGPT(config()).to(device)
        model.head.weight.data[50:] = 100
        for temperature in (0, 5.0):
            ids = generate(model, self.prompt.to(device), 20, temperature=temperature)
            assert ids.max() < 50
            assert ids.device.type == device.type

    def test_one_seed_one_text(self):
        model = trained()
        draws = [
            generate(model, self.prompt, 5, generator=torch.Generator().manual_seed(seed))
            for seed in (0, 0, 1)
        ]
        assert torch.equal(draws[0], draws[1])
        assert not torch.equal(draws[0], draws[2])

    @pytest.mark.parametrize("top_k", [3, 500])
    def test_shares_of_the_likeliest(self, top_k):
        model = trained(n_layer=1)
        prompt = torch.tensor([[7]]).expand(4000, 1)
        drawn = generate(
            model,
            prompt,
            1,
            temperature=0.5,
            top_k=top_k,
            generator=torch.Generator().manual_seed(0),
        )[:, 1]
        p = F.softmax(2 * model(prompt[:1])[0, 0], 0)
        p[p.argsort(descending=True)[top_k:]] = 0
        got = drawn.bincount(minlength=50) / 4000
        assert got[p == 0].count_nonzero() == 0
        torch.testing.assert_close(got.double(), p / p.sum(), rtol=0, atol=0.03)

    def test_ids_keep_their_dtype_and_no_step_changes_nothing(self):
        model = trained()
        assert generate(model, self.prompt.int(), 2).dtype == torch.int32
        assert torch.equal(generate(model, self.prompt, 0), self.prompt)

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"ids": torch.ones(1, 0, dtype=torch.int64)}, "prompt is empty"),
            ({"attention_mask": torch.tensor([[1, 1, 0], [1, 1, 1]])}, "pad on the left"),
            ({"temperature": -1.0}, "temperature=-1.0 is negative"),
            ({"temperature": math.nan}, "temperature=nan is negative or no number"),
            ({"top_k": 0}, "top_k=0 leaves no id"),
        ],
    )
    def test_bad_calls_are_named(self, changes, message):
        with pytest.raises(ValueError, match=message):
            generate(trained(), **({"ids": self.prompt, "n_new": 1} | changes))


class TestTraining:
    @pytest.mark.parametrize(
        ("tied", "rope", "low", "high"),
        [(False, NANOCHAT, 0.0, 0.2), (True, NANOCHAT, 0.0, 0.4), (False, None, 0.3, 1.0)],
    )
    def test_a_toy_text_is_learned(self, tied, rope, low, high, device):
        """From ln V, by 50 steps, to a band; without positions, the order stays a guess."""
        chars = sorted(set(TEXT))
        text = torch.tensor([chars.index(char) for char in TEXT])
        torch.manual_seed(0)
        model = TinyGPT(
            config(vocab_size=len(chars), n_embd=32, sequence_len=48, tied=tied, rope=rope)
        ).to(device)
        optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
        losses = []
        for _ in range(50):
            starts = torch.randint(len(text) - 48, (4, 1))
            ids = text[starts + torch.arange(48)].to(device)
            loss = token_loss(model(ids), next_token_targets(ids)).mean
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        assert losses[0] == pytest.approx(math.log(len(chars)), abs=0.1)
        assert low < losses[-1] < high
        assert is_tied(*ends(model)) == tied

    def test_every_weight_gets_a_gradient(self):
        model = trained()
        ids = torch.randint(50, (2, 8), generator=torch.Generator().manual_seed(0))
        token_loss(model(ids), next_token_targets(ids)).mean.backward()
        for name, weight in model.named_parameters():
            assert weight.grad.count_nonzero() > 0, name


class TestTogether:
    def test_the_two_ends_are_named(self):
        """An MLP of the table's shape must not be taken for the head."""
        model = TinyGPT(config(vocab_size=64))
        assert model.blocks[0].up.weight.shape == model.head.weight.shape
        assert ends(model) == (model.input.table, model.head)

    def test_a_loss_without_logits(self):
        model, ids = trained(softcap=None), torch.tensor([[1, 2, 3, 4]])
        weight, targets = model.head.weight[:50].double(), next_token_targets(ids)
        got = chunked_token_loss(model.hidden(ids), weight, targets, chunk_size=2)
        close(got.mean, token_loss(model(ids), targets).mean)

    @pytest.mark.parametrize("tied", [True, False])
    def test_growing_leaves_old_logits_as_they_are(self, tied):
        model = trained(tied=tied)
        ids = torch.tensor([[1, 2, 3]])
        before = model(ids)
        grow(model, 70)
        assert model.head.weight.shape == (128, 16)
        assert is_tied(*ends(model)) == tied
        close(model(ids)[..., :50], before)
        assert model(torch.tensor([[69]])).shape == (1, 1, 70)
        rebuilt = TinyGPT(model.config)
        rebuilt.load_state_dict(model.state_dict())
        close(rebuilt(ids), model(ids))

    @pytest.mark.parametrize("assign", [True, False])
    def test_through_the_meta_device(self, assign):
        """Nothing stays uninitialised, the rotation tables included."""
        model, ids = trained(tied=True), torch.tensor([[1, 2, 3]])
        with torch.device("meta"):
            new = TinyGPT(model.config)
        new.to_empty(device="cpu")
        new.load_state_dict(model.state_dict(), assign=assign)
        assert not is_tied(*ends(new))
        retie(new)
        assert is_tied(*ends(new))
        close(new(ids), model(ids))

    def test_reset_parameters_after_the_meta_device(self):
        with torch.device("meta"):
            model = TinyGPT(config(tied=True))
        model.to_empty(device="cpu").reset_parameters()
        assert is_tied(*ends(model))
        loss = token_loss(model(torch.tensor([[1]])), torch.tensor([[2]])).mean.item()
        assert loss == pytest.approx(math.log(50), abs=0.5)
