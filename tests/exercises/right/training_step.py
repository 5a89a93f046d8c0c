"""Right answers to the exercises of chapter 09, written in different styles by hand."""

import numpy as np
import torch

from bothends.head import next_token_targets

COUNTS = [[0, 0], [1, 1], [0, 1], [0, 0], [2, 1]]


def targets_by_loop(ids, mask):
    targets = []
    for row, real in zip(ids, mask, strict=True):
        targets.append([-100] * len(row))
        for t in range(len(row) - 1):
            if real[t] and real[t + 1]:
                targets[-1][t] = row[t + 1]
    return targets


def targets_by_the_book(ids, mask):
    return next_token_targets(torch.tensor(ids), attention_mask=torch.tensor(mask))


def targets_by_numpy(ids, mask):
    ids, real = np.array(ids), np.array(mask, dtype=bool)
    targets = np.full_like(ids, -100)
    targets[:, :-1] = np.where(real[:, 1:] & real[:, :-1], ids[:, 1:], -100)
    return targets


def mean_by_totals(losses, counted):
    total = count = 0
    for part, marks in zip(losses, counted, strict=True):
        total += sum(x * mark for x, mark in zip(part, marks, strict=True))
        count += sum(marks)
    return total / count


RIGHT = {
    "step-shift-once": [targets_by_loop, targets_by_the_book, targets_by_numpy],
    "step-who-counts": [
        lambda: COUNTS,
        lambda: np.array(COUNTS),
        lambda: torch.tensor(COUNTS, dtype=torch.float16),
        tuple(map(tuple, COUNTS)),
    ],
    "step-token-mean": [
        mean_by_totals,
        lambda losses, counted: np.average(losses, weights=counted),
        lambda losses, counted: torch.tensor(losses)[torch.tensor(counted).bool()].mean(),
    ],
}
TABLES = {"step-who-counts": COUNTS}
