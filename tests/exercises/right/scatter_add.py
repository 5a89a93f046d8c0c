"""Right answers to the exercises of chapter 04, written in different styles by hand."""

from collections import Counter

import numpy as np
import torch
from torch.nn import functional as F

GRADIENT = [[0, 0], [0, 0], [4, 6], [5, 6]]
OVERWRITTEN = [[3, 4], [0, 0], [7, 8]]


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
    "scatter-gradient-by-hand": [
        lambda: GRADIENT,
        lambda: np.array(GRADIENT, dtype=np.float16),
        lambda: torch.tensor(GRADIENT, dtype=torch.float64, requires_grad=True),
        GRADIENT,
    ],
    "scatter-row-counts": [
        counts_by_hand,
        lambda ids, vocab_size: [sum(s.count(v) for s in ids) for v in range(vocab_size)],
        lambda ids, vocab_size: np.bincount(np.ravel(ids), minlength=vocab_size),
        lambda ids, vocab_size: F.one_hot(torch.tensor(ids), vocab_size).sum((0, 1)).double(),
    ],
    "scatter-plus-equals": [
        lambda: OVERWRITTEN,
        lambda: [np.array(row) for row in OVERWRITTEN],
        lambda: torch.tensor(OVERWRITTEN, dtype=torch.float16),
        ((3.0, 4.0), (0.0, -0.0), (7.0, 8.0)),
    ],
    "scatter-no-loop": [
        gradient_by_index_add,
        gradient_by_one_hot,
        gradient_by_autograd,
        gradient_by_numpy,
        gradient_by_index_put,
    ],
    "scatter-zero-row": [lambda: ("A", 1), lambda: ["a", "1"], ("A", "1")],
}
TABLES = {
    "scatter-gradient-by-hand": GRADIENT,
    "scatter-plus-equals": OVERWRITTEN,
    "scatter-zero-row": ["A", "1"],
}
