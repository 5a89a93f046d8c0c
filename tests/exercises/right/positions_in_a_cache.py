"""Right answers to the exercises of chapter 18, written in different styles by hand."""

import numpy as np
import torch
from torch.nn import functional as F

from bothends.rope import RopeCache, rotate

SLICES = [[3, 3], [2, -1], [1, 3], [0, 0], [0, -1]]

TABLES = {"cache-slices": SLICES, "cache-later-start": ["B", "3"]}


def served_by_the_cache(requests, max_len):
    def fits(offset, length):
        try:
            return bool(cache.at(offset, length))
        except ValueError:
            return False

    cache = RopeCache(max_len, 2, base=1e4)
    return [fits(*request) for request in requests]


def served_by_sets(requests, max_len):
    there = set(range(max_len + 1))
    return [set(range(first, first + n + 1)) <= there for first, n in requests]


def served_by_numpy(requests, max_len):
    first, n = np.array(requests).T
    return (first >= 0) & (first + n <= max_len)


def positions_by_cumsum(mask):
    mask = torch.tensor(mask)
    return (mask.cumsum(-1) - 1).masked_fill(mask == 0, 1)


def positions_by_numpy(mask):
    mask = np.array(mask)
    return np.where(mask, mask.cumsum(axis=1) - 1, 1)


def positions_by_sum(mask):
    return [[sum(row[:s]) if row[s] else 1 for s in range(len(row))] for row in mask]


def by_complex_numbers(q, k, v, cached_k, cached_v):
    T0, (T, d) = len(cached_k), q.shape
    theta = 10_000.0 ** (-torch.arange(0, d, 2).double() / d)
    angles = torch.arange(T0, T0 + T)[:, None] * theta

    def turn(x):
        x = torch.complex(*x.double().chunk(2, -1)) * torch.exp(1j * angles)
        return torch.cat((x.real, x.imag), -1).to(q)

    keys, values = torch.cat((cached_k, turn(k))), torch.cat((cached_v, v))
    scores = turn(q) @ keys.T / d**0.5 + torch.full((T, T0 + T), -torch.inf).triu(T0 + 1)
    return scores.softmax(-1) @ values


def by_torchs_attention(q, k, v, cached_k, cached_v):
    T0, (T, d) = len(cached_k), q.shape
    angles = RopeCache(64, d, base=1e4, dtype=q.dtype).at(T0, T)
    q, k = (rotate(x[:, None], *angles, pairing="halves", sign=1)[:, 0] for x in (q, k))
    seen = torch.ones(T, T0 + T, dtype=torch.bool).tril(T0)
    keys, values = torch.cat((cached_k, k)), torch.cat((cached_v, v))
    return F.scaled_dot_product_attention(q[None], keys[None], values[None], attn_mask=seen)[0]


def one_token_at_a_time(q, k, v, cached_k, cached_v):
    outputs = []
    for one in zip(q.numpy(), k.numpy(), v.numpy(), strict=True):
        half = len(one[0]) // 2
        angle = len(cached_k) * 10_000.0 ** (-np.arange(half) / half)
        cos, sin = np.tile(np.cos(angle), 2), np.tile(np.sin(angle), 2)
        query, key = (x * cos + np.concatenate((-x[half:], x[:half])) * sin for x in one[:2])
        cached_k, cached_v = np.vstack((cached_k, key)), np.vstack((cached_v, one[2]))
        powers = np.exp(cached_k @ query / np.sqrt(2 * half))
        outputs.append(powers @ cached_v / powers.sum())
    return torch.tensor(np.array(outputs)).to(q)


RIGHT = {
    "cache-slices": [
        lambda: SLICES,
        lambda: np.array(SLICES),
        lambda: torch.tensor(SLICES),
        SLICES,
    ],
    "cache-guard": [served_by_the_cache, served_by_sets, served_by_numpy],
    "cache-positions": [positions_by_cumsum, positions_by_numpy, positions_by_sum],
    "cache-decoding": [by_complex_numbers, by_torchs_attention, one_token_at_a_time],
    "cache-later-start": [lambda: ("B", 3), lambda: ["b", "3"], ("B ", " 3")],
}
