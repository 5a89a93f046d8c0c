"""Right answers to each exercise, written in different styles by hand."""

from collections import Counter

import numpy as np
import torch
from right_ch01 import RIGHT as CH01
from right_ch04 import RIGHT as CH04
from right_ch05 import RIGHT as CH05
from right_ch06 import RIGHT as CH06
from right_ch07 import RIGHT as CH07
from right_ch08 import RIGHT as CH08
from right_ch09 import RIGHT as CH09
from right_ch10 import RIGHT as CH10
from right_ch11 import RIGHT as CH11
from right_ch12 import RIGHT as CH12
from right_ch13 import RIGHT as CH13
from right_ch14 import RIGHT as CH14
from right_ch15 import RIGHT as CH15
from right_ch16 import RIGHT as CH16
from torch.nn import functional as F

ROWS = [[5, 6], [7, 8], [3, 4], [5, 6]]
GRADIENT = [[0, 0], [0, 0], [4, 6], [5, 6]]
OVERWRITTEN = [[3, 4], [0, 0], [7, 8]]


def recursive(table, ids):
    return [recursive(table, one) for one in ids] if isinstance(ids, list) else table[ids]


def tensor_lookup(table, ids):
    weight = torch.nn.Parameter(torch.tensor(table, dtype=torch.float64))
    return F.embedding(torch.tensor(ids), weight)


def one_hot_by_loop(ids, table):
    if ids.ndim:
        return [one_hot_by_loop(one, table) for one in ids]
    row = [0] * len(table)
    row[ids] = 1
    return row


def one_hot_by_scatter(ids, table):
    zeros = table.new_zeros(*ids.shape, len(table))
    return zeros.scatter_(-1, ids[..., None], 1.0)


def counts_by_hand(ids, vocab_size):
    counted = Counter(id_ for sequence in ids for id_ in sequence)
    return [counted[id_] for id_ in range(vocab_size)]


def gradient_by_index_add(ids, upstream, vocab_size):
    rows = upstream.reshape(-1, upstream.shape[-1])
    return rows.new_zeros(vocab_size, rows.shape[1]).index_add_(0, ids.reshape(-1), rows)


def gradient_by_one_hot(ids, upstream, vocab_size):
    one_hot = F.one_hot(ids.reshape(-1), vocab_size).to(upstream.dtype)
    return one_hot.T @ upstream.flatten(0, -2)


def gradient_by_autograd(ids, upstream, vocab_size):
    table = torch.zeros(vocab_size, upstream.shape[-1], dtype=upstream.dtype, requires_grad=True)
    F.embedding(ids, table).backward(upstream)
    return table.grad


def gradient_by_numpy(ids, upstream, vocab_size):
    grad = np.zeros((vocab_size, upstream.shape[-1]), dtype=upstream.numpy().dtype)
    np.add.at(grad, ids.numpy(), upstream.numpy())
    return grad


def gradient_by_index_put(ids, upstream, vocab_size):
    grad = upstream.new_zeros(vocab_size, upstream.shape[-1])
    return grad.index_put_((ids,), upstream, accumulate=True).tolist()


RIGHT = {
    **CH01,
    "02-rows-by-hand": [
        lambda: ROWS,
        lambda: np.arange(1, 9).reshape(4, 2)[[2, 3, 1, 2]],
        lambda: torch.tensor(ROWS, dtype=torch.bfloat16),
        tuple(map(tuple, ROWS)),
    ],
    "02-lookup": [
        recursive,
        tensor_lookup,
        lambda table, ids: np.array(table, dtype=np.float32)[np.array(ids)],
        lambda table, ids: np.take(table, ids, axis=0).tolist(),
    ],
    "02-one-hot": [
        lambda ids, table: (ids[..., None] == torch.arange(len(table))).to(table.dtype),
        lambda ids, table: F.one_hot(ids, len(table)).to(table),
        lambda ids, table: torch.eye(len(table), dtype=table.dtype)[ids].requires_grad_(),
        one_hot_by_loop,
        one_hot_by_scatter,
    ],
    "02-cost": [
        lambda B, T, V, D: [B * T * V, B * T * V * D, B * T * D],
        lambda B, T, V, D: (B * T * V, B * D * T * V, float(B * T * D)),
        lambda B, T, V, D: B * T * np.array([V, V * D, D]),
        lambda B, T, V, D: torch.tensor([V, V * D, D]) * B * T,
    ],
    "02-why-not-build": [lambda: ("B", 1), lambda: ["b", "1"], ("B ", " 1")],
    "03-gradient-by-hand": [
        lambda: GRADIENT,
        lambda: np.array(GRADIENT, dtype=np.float16),
        lambda: torch.tensor(GRADIENT, dtype=torch.float64, requires_grad=True),
        GRADIENT,
    ],
    "03-row-counts": [
        counts_by_hand,
        lambda ids, vocab_size: [sum(s.count(v) for s in ids) for v in range(vocab_size)],
        lambda ids, vocab_size: np.bincount(np.ravel(ids), minlength=vocab_size),
        lambda ids, vocab_size: F.one_hot(torch.tensor(ids), vocab_size).sum((0, 1)).double(),
    ],
    "03-plus-equals": [
        lambda: OVERWRITTEN,
        lambda: [np.array(row) for row in OVERWRITTEN],
        lambda: torch.tensor(OVERWRITTEN, dtype=torch.float16),
        ((3.0, 4.0), (0.0, -0.0), (7.0, 8.0)),
    ],
    "03-no-loop": [
        gradient_by_index_add,
        gradient_by_one_hot,
        gradient_by_autograd,
        gradient_by_numpy,
        gradient_by_index_put,
    ],
    "03-zero-row": [lambda: ("A", 1), lambda: ["a", "1"], ("A", "1")],
    **CH04,
    **CH05,
    **CH06,
    **CH07,
    **CH08,
    **CH09,
    **CH10,
    **CH11,
    **CH12,
    **CH13,
    **CH14,
    **CH15,
    **CH16,
}
