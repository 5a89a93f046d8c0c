"""What a learner is told, word for word: the value, its place and the remedy.

Here is each text in full, since a number in it that is off by one, or a remedy that does not work,
misleads. What several paths refuse alike is in `twins`; the tests of a module ask only what else
is refused.
"""

import math

import pytest
import torch
from torch import nn

from bothends.head import (
    chunked_token_loss,
    next_token_targets,
)
from bothends.model import Config, TinyGPT
from bothends.rope import GPT_J, GPT_NEOX, RopeCache, convert, rotate, tables
from bothends.scaling import NTK, Linear, Llama3, LongRoPE, Proportional, YaRN, base_frequencies
from bothends.scatter import embedding_grad
from bothends.tying import TiedTokenIO, ends, retie, tie
from bothends.vocab import Contract, fingerprint, grow, padded_rows

IDS = torch.tensor([1, 3, 1])


class Words:
    def __init__(self, *words):
        self.words = words

    def get_vocab(self):
        return {word: id_ for id_, word in enumerate(self.words)}


def second_derivative():
    hidden = torch.ones(1, 2, requires_grad=True)
    loss = chunked_token_loss(hidden, torch.eye(2), torch.tensor([0]), chunk_size=1).total
    torch.autograd.grad(loss, hidden, create_graph=True)


def two_tables(read, scored):
    io = TiedTokenIO(*read.shape)
    io.embedding.weight, io.head.weight = nn.Parameter(read), nn.Parameter(scored)
    return io


def ends_of_two_sizes():
    model = nn.Sequential(nn.Embedding(5, 2), nn.Linear(2, 3))
    model.get_input_embeddings, model.get_output_embeddings = lambda: model[0], lambda: model[1]
    return model


def a_bias_behind():
    model = nn.Sequential(nn.Embedding(4, 2), nn.Linear(2, 4))
    model[1].bias = nn.Parameter(torch.zeros(3))
    return model


def stale_head():
    head = nn.Linear(2, 9, bias=False)
    head.weight = nn.Parameter(torch.ones(4, 2))
    return head


def turn(x, positions=3, **changes):
    cos, sin = tables(torch.arange(positions), 8, base=1e4)
    return rotate(x, cos, sin, **{"pairing": "halves", "sign": 1} | changes)


CASES = [
    (
        lambda: TinyGPT(Config(n_layer=1, n_head=1, n_embd=4))(torch.tensor([1, 2])),
        ValueError,
        "ids have shape (2,), not (B, T): use ids[None]?",
    ),
    (
        lambda: embedding_grad(IDS, torch.ones(2, 5), 4),
        ValueError,
        "upstream has shape (2, 5) and ids have shape (3,): "
        "upstream needs one row per id, (*ids.shape, D)",
    ),
    (
        lambda: next_token_targets(torch.ones(1, 3)),
        TypeError,
        "ids have dtype torch.float32, but token ids are int32 or int64: use ids.long()",
    ),
    (
        lambda: chunked_token_loss(torch.ones(3, 2), torch.ones(4, 2), IDS, chunk_size=0),
        ValueError,
        "chunk_size=0 is no number of positions: use 1 or more",
    ),
    (
        second_derivative,
        RuntimeError,
        "chunked_token_loss has no second derivative (create_graph=True): use token_loss",
    ),
    (
        lambda: tie(nn.Embedding(4, 2), nn.Linear(2, 5)),
        ValueError,
        "the embedding's table has shape (4, 2) and the head's (5, 2): "
        "only tables of one shape (V, D) can be one table",
    ),
    (
        lambda: ends(nn.Sequential(nn.Embedding(4, 2), nn.Linear(2, 5))),
        ValueError,
        "which tables are the two ends of Sequential? Not exactly one nn.Embedding and nn.Linear "
        "have tables of one shape (V, D): give the model the methods get_input_embeddings and "
        "get_output_embeddings, which return the two modules",
    ),
    (
        lambda: retie(two_tables(torch.ones(4, 2), torch.ones(4, 2).bfloat16())),
        ValueError,
        "the embedding's table is torch.float32 (4, 2) on cpu and the head's torch.bfloat16 "
        "(4, 2) on cpu: convert one before they become one",
    ),
    (
        lambda: retie(two_tables(torch.zeros(3, 2), torch.tensor([[0, 0], [0, 0.5], [1, 1]]))),
        ValueError,
        "2 of 3 rows differ, first at [1, 1]: 0 in the embedding, 0.5 in the head. Tying loses "
        "one of them: load or initialise what to_empty has just allocated, leave the model "
        "untied, or choose: tie(embedding, head) keeps the embedding's values, "
        "embedding.weight = head.weight keeps the head's",
    ),
    (
        lambda: padded_rows(5, 0),
        ValueError,
        "vocab_size=5, multiple=0: both must be 1 or more",
    ),
    (
        lambda: Contract(6, 5, 8, ""),
        ValueError,
        "tokenizer_size=6, valid_size=5, rows=8: each must be at least 1 and at most the next",
    ),
    (
        lambda: Contract(2, 4, 4, fingerprint(Words("a", "b"))).check(
            TiedTokenIO(4, 2), Words("a", "b", "c")
        ),
        ValueError,
        "the model or the tokenizer is not the one agreed on: tokenizer_size 2, here 3; "
        f"fingerprint {fingerprint(Words('a', 'b'))}, here {fingerprint(Words('a', 'b', 'c'))}. "
        "Load the tokenizer saved with this checkpoint; after adding tokens, call "
        "grow(model, tokenizer_size) and make a new Contract.of(model, tokenizer)",
    ),
    (
        lambda: grow(ends_of_two_sizes(), 6),
        ValueError,
        "the embedding has 5 rows and the head 3: grow needs both ends to have a row for every id",
    ),
    (
        lambda: grow(TiedTokenIO(8, 2), 3),
        ValueError,
        "tokenizer_size=3, but 8 ids have a row with a meaning, and grow takes none away: if those "
        "from 3 on are padding, say valid_size=3; to drop tokens, build a smaller model",
    ),
    (
        lambda: grow(a_bias_behind(), 6),
        ValueError,
        "the head has 4 rows and its bias 3: give the bias a number for every row first",
    ),
    (
        lambda: tie(nn.Embedding(4, 2), stale_head()),
        ValueError,
        "Linear.out_features is 9, but its weight has shape (4, 2): set out_features = 4",
    ),
    (
        lambda: grow(TiedTokenIO(4, 2), 6, valid_size=5),
        ValueError,
        "valid_size=5, but the tables have 4 rows: "
        "say how many of them have a meaning, or correct config.vocab_size",
    ),
    (
        lambda: grow(TiedTokenIO(4, 2), 6, init="average"),
        ValueError,
        "init='average' is unknown: use 'mean', 'zero', 'random' or a mapping from each new id "
        "to the old ids of its pieces",
    ),
    (
        lambda: grow(TiedTokenIO(4, 2), 6, init={4: [1], 5: [0, 4]}),
        ValueError,
        "init gives new id 5 the pieces [0, 4]: it needs at least one, each an old id, 0 to 3",
    ),
    (
        lambda: grow(TiedTokenIO(4, 2), 6, second_moment="last"),
        ValueError,
        "second_moment='last' is unknown: use 'zero', or 'mean' of the old rows",
    ),
    (
        lambda: tables(torch.tensor([1.0]), 4, base=1e4),
        TypeError,
        "positions have dtype torch.float32, but a float may round them (bfloat16 is exact up "
        "to 256 only): use int32 or int64",
    ),
    (
        lambda: tables(torch.tensor([[0, 1], [2, -1]]), 4, base=1e4),
        ValueError,
        "position -1 at index [1, 1] is negative: count each row from its first real token, "
        "(attention_mask.cumsum(-1) - 1).clamp(min=0)",
    ),
    (
        lambda: RopeCache(0, 4, base=1e4),
        ValueError,
        "max_len=0: a cache holds at least one position",
    ),
    (
        lambda: RopeCache(16, 4, base=1e4).at(15, 2),
        ValueError,
        "offset=15 and length=2 ask for positions 15 to 16, but the cache holds 0 to 15: "
        "build RopeCache with max_len >= 17, or start a new context",
    ),
    (
        lambda: turn(torch.ones(3, 1, 8), pairing="half"),
        ValueError,
        "pairing='half' is unknown: use 'halves' (channel i with i + head_dim / 2) or 'pairs' "
        "(channel 2i with 2i + 1)",
    ),
    (
        lambda: turn(torch.ones(3, 1, 8), sign=0),
        ValueError,
        "sign=0 is no direction: use +1 (RoFormer and most models) or -1 (nanochat)",
    ),
    (
        lambda: convert(torch.ones(8, 3), 3, GPT_J, GPT_NEOX),
        ValueError,
        "weight has 8 rows, which n_head=3 does not split into heads of even size: give the "
        "number of query heads for queries, of key heads for keys",
    ),
    (
        lambda: turn(torch.ones(3, 1, 6), part="first"),
        ValueError,
        "8 channels are to turn in a head of 6: use an even number, 2 to 6, as wide as the "
        "model's tables of cos and sin together",
    ),
    (
        lambda: turn(torch.ones(3, 1, 16), part="middle"),
        ValueError,
        "part='middle' is unknown: use 'first' (GPT-NeoX, GLM) or 'last' (DeepSeek)",
    ),
    (
        lambda: base_frequencies(7, 1e4),
        ValueError,
        "head_dim=7, but rotation turns pairs of channels: use an even head_dim >= 2",
    ),
    (
        lambda: base_frequencies(8, 1),
        ValueError,
        "base=1, but frequencies fall from pair to pair only with a base above 1: use the one "
        "that the model was trained with, such as 10000",
    ),
    (
        lambda: Linear(0.5),
        ValueError,
        "Linear got factor=0.5: use the new length divided by the one in training, at least 1",
    ),
    (
        lambda: NTK(math.nan),
        ValueError,
        "NTK got factor=nan: use the new length divided by the one in training, at least 1",
    ),
    (
        lambda: YaRN(4, 512, ramp="paper"),
        ValueError,
        "YaRN got ramp='paper': use 'index' (the code) or 'turns' (the paper)",
    ),
    (
        lambda: YaRN(4, 512, beta_fast=1.0),
        ValueError,
        "YaRN got beta_slow=1.0 and beta_fast=1.0: the first must be the smaller one",
    ),
    (
        lambda: YaRN(4, 512, attention_factor=0),
        ValueError,
        "YaRN got attention_factor=0, which multiplies cos and sin: use a positive number, or "
        "None for the published formula",
    ),
    (
        lambda: LongRoPE(4, 512, short_factor=[1, 0], long_factor=[1, 2]),
        ValueError,
        "LongRoPE got short_factor=(1, 0): divide by positive numbers",
    ),
    (
        lambda: LongRoPE(4, 512, short_factor=[1], long_factor=[1]).frequencies(4, 1e4),
        ValueError,
        "short_factor has 1 numbers, but 4 channels make 2 pairs: give one for each pair",
    ),
    (
        lambda: Proportional(share=1.5),
        ValueError,
        "Proportional got share=1.5: use the part of the pairs that turns, 0 to 1",
    ),
    (
        lambda: Llama3(8, 4, 1, 512),
        ValueError,
        "Llama3 got low_freq_factor=4 and high_freq_factor=1: the first must be the smaller one",
    ),
]


@pytest.mark.parametrize(("call", "error", "text"), CASES, ids=[case[2][:30] for case in CASES])
def test_word_for_word(call, error, text, as_learner):
    with pytest.raises(error) as refusal:
        call()
    assert str(refusal.value) == text
