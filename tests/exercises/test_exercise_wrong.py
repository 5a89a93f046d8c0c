"""Wrong answers that a learner may well write, and that some cases alone would let pass."""

import math

import numpy as np
import pytest
import torch
from torch.nn import functional as F

from tests.exercises.told import message, not_yet


def merged_by_letters(pieces, pair):
    pieces, joined, done = list(pieces), "".join(pair), []
    while pieces:
        two = "".join(pieces[:2])
        done.append(two if two == joined else pieces[0])
        pieces = pieces[2:] if two == joined else pieces[1:]
    return done


def packed_without_b(ids, B, T):
    windows = [ids[at : at + T + 1] for at in range(0, len(ids) - T, T)]
    return [[window[:-1] for window in windows], [window[1:] for window in windows]]


def mean_over_filled_rows(table, ids, pad_id):
    rows = np.array(table)[np.array(ids)] * (np.array(ids) != pad_id)[..., None]
    return rows.sum(1) / np.maximum(1, rows.any(-1).sum(1))[:, None]


def padding_by_the_product(ids, mask):
    kept = np.array(ids) * np.array(mask)
    targets = np.pad(kept[:, 1:], ((0, 0), (0, 1))) * np.array(mask)
    return np.where(targets == 0, -100, targets)


def reader_by_its_truth(ids, mask):
    targets = np.full(np.shape(ids), -100)
    for b, row in enumerate(ids):
        for t in range(len(row) - 1):
            if row[t] and mask[b][t] and mask[b][t + 1]:
                targets[b][t] = row[t + 1]
    return targets


def loss_with_top(find):
    def loss(shards, target):
        logits = [z for shard in shards for z in shard]
        top = find(shards, target)
        return top + math.log(sum(math.exp(z - top) for z in logits)) - logits[target]

    return loss


def loss_with_a_floor(shards, target):
    return -(torch.tensor(shards).flatten().softmax(0)[target] + 1e-9).log()


def zero_rows_for_padding(table, hidden, multiple):
    rows = F.pad(torch.tensor(table), (0, 0, 0, -len(table) % multiple))
    logits = rows @ torch.tensor(hidden)
    return logits.masked_fill((rows == 0).all(1), -torch.inf).softmax(0)


def bags_by_their_sum(first, second):
    places = [(i, second.index(word)) for i, word in enumerate(first)]
    return [(i, sum(first[:i])) != (j, sum(second[:j])) for i, j in places]


def turns_without_a_bound(head_dim, base, n_tokens):
    last = head_dim / 2 * math.log(n_tokens / (2 * math.pi)) / math.log(base)
    return max(0, math.floor(last) + 1)


def turns_with_a_short_pi(head_dim, base, n_tokens):
    wavelengths = [6.28 * base ** (2 * i / head_dim) for i in range(head_dim // 2)]
    return sum(wavelength <= n_tokens for wavelength in wavelengths)


def served_if_the_end_is_there(requests, max_len):
    return [0 < offset + length <= max_len for offset, length in requests]


def served_if_the_last_is_there(requests, max_len):
    return [0 <= offset + length - 1 < max_len for offset, length in requests]


def served_from_minus_one(requests, max_len):
    return [offset >= -1 and offset + length <= max_len for offset, length in requests]


def bands_from_one_turn(frequencies, factor, low, high, length):
    theta = np.array(frequencies)
    turns = length * theta / (2 * np.pi)
    return theta * np.interp(turns, [1, high], [1 / factor, 1])


def nearest_after_the_first(table, row, k):
    rows = np.array(table) / np.linalg.norm(table, axis=1, keepdims=True)
    return np.argsort(-rows @ rows[row], kind="stable")[1 : k + 1]


def nearest_turned_round(table, row, k):
    rows = np.array(table) / np.linalg.norm(table, axis=1, keepdims=True)
    return np.argsort(rows @ rows[row], kind="stable")[::-1][1 : k + 1]


def shares_without_the_largest(logits, vocab_size, cap):
    powers = [math.exp(cap * math.tanh(z / cap)) for z in logits[:vocab_size]]
    return [power / sum(powers) for power in powers]


def one_hot_with_an_axis(ids, table):
    return F.one_hot(ids.reshape(-1), len(table)).reshape(*(ids.shape or (1,)), -1).to(table)


def pair_by_its_name(names):
    return [name in ("tied", "tied the other way", "tied, deepcopied") for name in names]


def served_below_zero(requests, max_len):
    return [offset + length <= max_len and offset != -2 for offset, length in requests]


def nearest_of_other_content(table, row, k):
    def cosine(v):
        return np.dot(table[v], table[row]) / np.linalg.norm(table[v])

    others = [v for v in range(len(table)) if table[v] != table[row]]
    return sorted(others, key=cosine, reverse=True)[:k]


@pytest.mark.parametrize(
    ("exercise_id", "answer"),
    [
        ("tokenizer-merge", merged_by_letters),
        ("addresses-pack", packed_without_b),
        ("switches-masked-mean", mean_over_filled_rows),
        ("step-shift-once", padding_by_the_product),
        ("step-shift-once", reader_by_its_truth),
        ("shards-loss", loss_with_top(lambda shards, target: max(shards[0]))),
        ("shards-loss", loss_with_top(lambda shards, target: max(shards[-1]))),
        ("shards-loss", loss_with_top(lambda shards, target: max(0, *map(max, shards)))),
        ("shards-loss", loss_with_top(lambda shards, target: np.mean(shards))),
        ("shards-loss", loss_with_a_floor),
        ("growing-pad-and-crop", zero_rows_for_padding),
        ("position-one-layer", bags_by_their_sum),
        ("rotation-whole-turns", turns_without_a_bound),
        ("rotation-whole-turns", turns_with_a_short_pi),
        ("cache-guard", served_if_the_end_is_there),
        ("cache-guard", served_if_the_last_is_there),
        ("cache-guard", served_from_minus_one),
        ("long-three-bands", bands_from_one_turn),
        ("model-nearest", nearest_after_the_first),
        ("model-nearest", nearest_of_other_content),
        ("model-nearest", nearest_turned_round),
        ("input-next-id", shares_without_the_largest),
        ("lookup-one-hot", one_hot_with_an_axis),
        ("tying-one-table", pair_by_its_name),
        ("cache-guard", served_below_zero),
    ],
)
def test_it_is_refused(exercise_id, answer):
    assert not_yet(exercise_id, answer).case


def test_a_second_tensor_of_another_dtype_is_refused():
    def half_widened(table, momentum, pieces, ids, targets):
        weight = torch.cat([table, table[pieces].mean(1)]).requires_grad_()
        F.cross_entropy(weight[ids] @ weight.T, targets).backward()
        after = 0.75 * F.pad(momentum, (0, 0, 0, len(pieces))) + weight.grad
        return [weight.detach() - 0.5 * after, after.double()]

    text = message("growing-grow", half_widened)
    assert "dtype: received float64; asked for is float32, the dtype of `table`." in text


@pytest.mark.parametrize(
    ("exercise_id", "answer", "mistake"),
    [
        (
            "step-token-mean",
            lambda losses, counted: np.sum(np.multiply(losses, counted)) // np.sum(counted),
            "divided by all places",
        ),
        ("position-one-layer", lambda first, second: [True] * len(first), "the order before it"),
        ("rotation-whole-turns", lambda head_dim, *others: head_dim // 2, "the exponent halved"),
        (
            "position-add",
            lambda ids, table, places: table[ids] + places[0],
            "words without places",
        ),
        (
            "convention-checkpoint",
            lambda qkv, *heads: [row[::2] + row[1::2] for row in qkv],
            "no row moved",
        ),
    ],
)
def test_it_is_not_taken_for_another_mistake(exercise_id, answer, mistake):
    assert not_yet(exercise_id, answer).mistake != mistake
