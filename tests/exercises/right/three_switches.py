"""Right answers to the exercises of chapter 04, written in different styles by hand."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

MOVES = [[0, 0, 1, 0], [0, 1, 1, 0], [0, 1, 1, 1], [0, 0, 1, 0]]


def means_by_bag(table, ids, pad_id):
    weight = torch.tensor(table, dtype=torch.float64)
    return F.embedding_bag(torch.tensor(ids), weight, mode="mean", padding_idx=pad_id)


def means_by_mask(table, ids, pad_id):
    mask = (np.array(ids) != pad_id)[..., None]
    return (np.array(table)[np.array(ids)] * mask).sum(1) / np.maximum(mask.sum(1), 1)


def means_by_loop(table, ids, pad_id):
    answer = []
    for sequence in ids:
        total, count = [0.0] * len(table[0]), 0
        for id_ in sequence:
            if id_ != pad_id:
                total, count = [t + x for t, x in zip(total, table[id_], strict=True)], count + 1
        answer.append([t / count for t in total] if count else total)
    return answer


def train_by_torch(table, grads, lr, momentum):
    weight = nn.Parameter(torch.tensor(table, dtype=torch.float64))
    optimizer = torch.optim.SGD([weight], lr=lr, momentum=momentum)
    for grad in grads:
        weight.grad = torch.tensor(grad, dtype=torch.float64)
        optimizer.step()
    return weight


def train_by_numpy(table, grads, lr, momentum):
    memory, table = 0, np.array(table)
    for grad in np.array(grads):
        memory = momentum * memory + grad
        table = table - lr * memory
    return table


def train_by_one_sum(table, grads, lr, momentum):
    """Each gradient reaches step k with 1 + m + m^2 + ..., once for each step that is left."""
    steps = len(grads)
    shares = [sum(momentum**k for k in range(steps - t)) for t in range(steps)]
    return np.array(table) - lr * np.einsum("t,tvd->vd", shares, np.array(grads))


def moves_by_trying():
    """Return what torch does: which rows of the table change in step 2."""
    trials = [
        (torch.optim.SGD, {}, False),
        (torch.optim.SGD, {"momentum": 0.9}, False),
        (torch.optim.AdamW, {"weight_decay": 0.5}, False),
        (torch.optim.SparseAdam, {}, True),
    ]
    answer = []
    for rule, settings, sparse in trials:
        weight = nn.Parameter(torch.tensor([[0.0, 0], [1, 1], [1, 1], [1, 1]]))
        optimizer = rule([weight], lr=0.1, **settings)
        for ids in ([0, 1], [0, 2]):
            before = weight.detach().clone()
            optimizer.zero_grad()
            x = F.embedding(torch.tensor(ids), weight, padding_idx=0, sparse=sparse)
            x.backward(torch.ones_like(x))
            optimizer.step()
        answer.append((weight != before).any(dim=1).int().tolist())
    return answer


def table_after_by_torch(table, ids, max_norm):
    weight = torch.tensor(table, dtype=torch.float64)
    F.embedding(torch.tensor(ids), weight, max_norm=max_norm)
    return weight


def table_after_by_renorm(table, ids, max_norm):
    weight, read = torch.tensor(table), torch.tensor(ids).unique()
    weight[read] = torch.renorm(weight[read], 2, 0, max_norm)
    return weight.tolist()


def table_after_by_numpy(table, ids, max_norm):
    table = np.array(table)
    norms = np.linalg.norm(table, axis=1, keepdims=True)
    read = np.isin(np.arange(len(table)), ids)[:, None]
    return np.where(read, table * np.minimum(1, max_norm / norms), table)


RIGHT = {
    "switches-masked-mean": [means_by_bag, means_by_mask, means_by_loop],
    "updates-momentum": [train_by_torch, train_by_numpy, train_by_one_sum],
    "updates-who-moves": [
        lambda: MOVES,
        moves_by_trying,
        lambda: np.array(MOVES, dtype=bool),
        torch.tensor(MOVES),
    ],
    "switches-max-norm": [table_after_by_torch, table_after_by_renorm, table_after_by_numpy],
    "switches-padding-row": [lambda: ("C", 2), lambda: ["c", "2"], ("C", " 2 ")],
}
TABLES = {"updates-who-moves": MOVES, "switches-padding-row": ["C", "2"]}
