"""Right answers to the exercises of chapter 14, written in different styles by hand."""

import math

import numpy as np
import torch
from torch.nn import functional as F

from bothends.head import project, softcap
from bothends.model import Config

WEIGHTS = [[1, 0, 0], [0.269, 0.731, 0], [0.212, 0.212, 0.576]]


def attention_of_torch(q, k, v):
    q, k, v = (torch.tensor(x, dtype=torch.float64)[None] for x in (q, k, v))
    return F.scaled_dot_product_attention(q, k, v, is_causal=True)[0]


def attention_of_numpy(q, k, v):
    q, k, v = (np.array(x, dtype=float) for x in (q, k, v))
    hidden = np.triu(np.full((len(q), len(q)), -np.inf), 1)
    powers = np.exp(q @ k.T / q.shape[1] ** 0.5 + hidden)
    return powers / powers.sum(1, keepdims=True) @ v


def attention_by_running_sums(q, k, v):
    outputs = []
    for t, query in enumerate(q):
        total, mixed = 0.0, [0.0] * len(v[0])
        for s in range(t + 1):
            dot = sum(query[i] * k[s][i] for i in range(len(query)))
            power = math.exp(dot / len(query) ** 0.5)
            total += power
            mixed = [m + power * x for m, x in zip(mixed, v[s], strict=True)]
        outputs.append([m / total for m in mixed])
    return outputs


def numbers_of_config(depth, vocab_size):
    config = Config.from_depth(depth, vocab_size=vocab_size)
    return config.n_embd, config.n_head, config.rows


def numbers_by_ceil(depth, vocab_size):
    heads = math.ceil(64 * depth / 128)
    return np.array([heads * 128, heads, math.ceil(vocab_size / 64) * 64])


def numbers_by_counting(depth, vocab_size):
    width = next(w for w in range(128, 10**6, 128) if w >= 64 * depth)
    return [width, width // 128, next(r for r in range(64, 10**6, 64) if r >= vocab_size)]


def shares_of_torch(logits, vocab_size, cap):
    z = torch.tensor(logits, dtype=torch.float64)[:vocab_size]
    return (cap * torch.tanh(z / cap)).softmax(0)


def shares_of_the_books_helpers(logits, vocab_size, cap):
    column = torch.tensor(logits, dtype=torch.float64)[:, None]
    one = column.new_ones(1)
    return softcap(project(one, column, vocab_size=vocab_size), cap).softmax(-1).tolist()


def shares_of_numpy(logits, vocab_size, cap):
    z = cap * np.tanh(np.array(logits[:vocab_size]) / cap)
    powers = np.exp(z - z.max())
    return powers / powers.sum()


TABLES = {"attention-weights-by-hand": WEIGHTS, "input-table-scale": ["C", "3"]}

RIGHT = {
    "attention-weights-by-hand": [
        lambda: WEIGHTS,
        lambda: torch.tensor([[0.0, -math.inf, -math.inf], [0, 1, -math.inf], [1, 1, 2]]).softmax(
            1
        ),
        lambda: np.array(WEIGHTS),
    ],
    "attention-causal": [attention_of_torch, attention_of_numpy, attention_by_running_sums],
    "input-model-numbers": [numbers_of_config, numbers_by_ceil, numbers_by_counting],
    "input-next-id": [shares_of_torch, shares_of_the_books_helpers, shares_of_numpy],
    "input-table-scale": [lambda: ("C", 3), lambda: ["c", "3"], ("C ", " 3")],
}
