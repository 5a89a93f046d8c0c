"""Right answers to the exercises of chapter 05, written in different styles by hand."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

MOVES = [[0, 0, 1, 0], [0, 1, 1, 0], [0, 1, 1, 1], [0, 0, 1, 0]]


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


RIGHT = {
    "updates-momentum": [train_by_torch, train_by_numpy, train_by_one_sum],
    "updates-who-moves": [
        lambda: MOVES,
        moves_by_trying,
        lambda: np.array(MOVES, dtype=bool),
        torch.tensor(MOVES),
    ],
}
TABLES = {"updates-who-moves": MOVES}
