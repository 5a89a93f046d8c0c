"""Right answers to the exercises of chapter 15, written in different styles by hand."""

import math

import numpy as np
import torch
from torch.nn import functional as F

from bothends.lookup import lookup
from bothends.rope import tables

CHANGES = [[0, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 1]]
TABLES = {"position-who-changes": CHANGES, "position-equal-words": ["C", "4"]}


def changed_by_sets(first, second):
    words = zip(first, range(len(first)), strict=True)
    return [bool(set(first[:i]) ^ set(second[: second.index(word)])) for word, i in words]


def changed_by_sorting(first, second):
    return [sorted(first[:i]) != sorted(second[: second.index(w)]) for i, w in enumerate(first)]


def changed_by_attention(first, second):
    x = torch.randn(12, 8, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    states = []
    for ids in (first, second):
        rows = x[torch.tensor(ids)][None]
        states.append(F.scaled_dot_product_attention(rows, rows, rows, is_causal=True)[0])
    back = [second.index(word) for word in first]
    return (states[0] - states[1][back]).abs().amax(1) > 1e-9


def sum_by_broadcast(ids, table, positions):
    return table[ids] + positions[: ids.shape[1]]


def sum_by_two_lookups(ids, table, positions):
    where = torch.arange(ids.shape[1]).expand(ids.shape)
    return lookup(table, ids) + lookup(positions, where)


def sum_by_loop(ids, table, positions):
    return [
        [(table[id_] + positions[t]).tolist() for t, id_ in enumerate(row)] for row in ids.tolist()
    ]


def sinusoid_by_columns(T, D):
    angles = np.arange(T)[:, None] * 10_000.0 ** (-np.arange(0, D, 2) / D)
    table = np.empty((T, D))
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table


def sinusoid_by_the_books_tables(T, D):
    cos, sin = tables(torch.arange(T), D, base=10_000, dtype=torch.float64)
    return torch.stack([sin, cos], dim=-1).reshape(T, D)


def sinusoid_by_shifted_sine(T, D):
    return [
        [math.sin(t / 100 ** (4 * (c // 2) / D) + (c % 2) * math.pi / 2) for c in range(D)]
        for t in range(T)
    ]


RIGHT = {
    "position-who-changes": [
        lambda: CHANGES,
        lambda: np.array(CHANGES, dtype=bool),
        lambda: torch.tensor(CHANGES, dtype=torch.float32),
        CHANGES,
    ],
    "position-one-layer": [changed_by_sets, changed_by_sorting, changed_by_attention],
    "position-add": [sum_by_broadcast, sum_by_two_lookups, sum_by_loop],
    "position-sinusoid": [
        sinusoid_by_columns,
        sinusoid_by_the_books_tables,
        sinusoid_by_shifted_sine,
    ],
    "position-equal-words": [lambda: ("C", 4), lambda: ["c", "4"], ("C ", " 4")],
}
