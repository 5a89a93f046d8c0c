"""Right answers to the exercises of chapter 11, written in different styles by hand."""

import numpy as np
import torch
from torch.nn import functional as F

from bothends.head import chunked_token_loss

SIZES = [[4, 256, 1024], [16, 512, 2048], [16, 2048, 8192]]
TABLES = {"memory-sizes": SIZES, "memory-why-a-loop": ["C", "3"]}


def by_split(hidden, weight, targets, chunk_size):
    total = count = 0
    for x, t in zip(hidden.split(chunk_size), targets.split(chunk_size), strict=True):
        total += F.cross_entropy(x @ weight.T, t, reduction="sum")
        count += (t != -100).sum()
    return total / count


def by_start(hidden, weight, targets, chunk_size):
    total, counted = 0.0, int((targets != -100).sum())
    for start in range(0, len(targets), chunk_size):
        stop = start + chunk_size
        logits = F.linear(hidden[start:stop], weight)
        each = F.cross_entropy(logits, targets[start:stop], reduction="none")
        total += each.sum().item()
    return total / counted


def counted_first(hidden, weight, targets, chunk_size):
    kept = targets != -100
    hidden, targets = hidden[kept], targets[kept]
    losses = [
        (x @ weight.T).logsumexp(1) - (x * weight[t]).sum(1)
        for x, t in zip(hidden.split(chunk_size), targets.split(chunk_size), strict=True)
    ]
    return torch.cat(losses).mean()


def by_the_book(hidden, weight, targets, chunk_size):
    return chunked_token_loss(hidden, weight, targets, chunk_size=chunk_size).mean


def by_sums_of_products(hidden, weight, targets, chunk_size):
    total, counted = 0, 0
    for x, t in zip(hidden.split(chunk_size), targets.split(chunk_size), strict=True):
        logits = (x[:, None] * weight).sum(-1)
        kept = t != -100
        total += (logits.logsumexp(-1)[kept] - logits[kept, t[kept]]).sum()
        counted += kept.sum()
    return total / counted


RIGHT = {
    "memory-sizes": [lambda: SIZES, lambda: np.array(SIZES), lambda: torch.tensor(SIZES), SIZES],
    "memory-chunked-loss": [
        by_split,
        by_start,
        counted_first,
        by_the_book,
        by_sums_of_products,
    ],
    "memory-why-a-loop": [lambda: ("C", 3), lambda: ["c", "3"], ("C ", " 3")],
}
