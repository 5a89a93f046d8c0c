"""Right answers to the exercises of chapter 20, written in different styles by hand."""

import numpy as np
import torch
from torch.nn import functional as F

SAME = [[1, 1, 1, 1, 0], [1, 1, 1, 1, 0], [1, 0, 1, 1, 1], [1, 0, 0, 0, 0]]

TABLES = {"model-same-vector": SAME, "model-best-step": ["B", "3"]}


def nearest_in_torch(table, row, k):
    rows = F.normalize(torch.tensor(table, dtype=torch.float64), dim=1)
    cosine = rows @ rows[row]
    cosine[row] = -torch.inf
    return cosine.topk(k).indices


def nearest_in_numpy(table, row, k):
    rows = np.array(table, dtype=float)
    cosine = rows @ rows[row] / np.linalg.norm(rows, axis=1)
    order = np.argsort(-cosine)
    return order[order != row][:k]


def nearest_by_angle(table, row, k):
    def cosine(v):
        a, b = torch.tensor(table[v]).double(), torch.tensor(table[row]).double()
        return F.cosine_similarity(a, b, dim=0).item()

    others = [v for v in range(len(table)) if v != row]
    others.sort(key=cosine, reverse=True)
    return others[:k]


def stopped_by_loop(steps, save_every, finished):
    saved = 0
    for step in range(1, finished + 1):
        if step % save_every == 0:
            saved = step
    computed = len(range(finished)) + len(range(saved, steps))
    return saved, computed - steps, computed


def stopped_by_remainder(steps, save_every, finished):
    twice = finished % save_every
    return np.array([finished - twice, twice, steps + twice])


def stopped_by_divmod(steps, save_every, finished):
    times, twice = divmod(finished, save_every)
    return torch.tensor([times * save_every, twice, steps + twice])


def same_by_pasts():
    pairs = [
        ("the bank of the river", "the bank of the town"),
        ("the river bank is old", "the money bank is old"),
    ]
    rows = []
    for one, two in pairs:
        a, b = one.split(), two.split()
        rows.append([int(x == y) for x, y in zip(a, b, strict=True)])
        rows.append([int(a[: t + 1] == b[: t + 1]) for t in range(len(a))])
    return rows


RIGHT = {
    "model-nearest": [nearest_in_torch, nearest_in_numpy, nearest_by_angle],
    "model-stopped": [stopped_by_loop, stopped_by_remainder, stopped_by_divmod],
    "model-same-vector": [lambda: SAME, same_by_pasts, lambda: torch.tensor(SAME)],
    "model-best-step": [lambda: ("B", 3), lambda: ["b", "3"], ("B ", " 3")],
}
