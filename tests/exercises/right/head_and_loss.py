"""Right answers to the exercises of chapter 07, written in different styles by hand."""

import math

import numpy as np
import torch
from torch.nn import functional as F

HEAD = [
    [0, 2, 2, 3],
    [0.027883, 0.206032, 0.206032, 0.560053],
    [0.027883, -0.793968, 0.206032, 0.560053],
]


def loss_by_differences(logits, target):
    """Each other word's lead over the target, through a sum that starts at the largest."""
    leads = sorted((z - logits[target] for z in logits), reverse=True)
    return leads[0] + math.log1p(sum(math.exp(lead - leads[0]) for lead in leads[1:]))


def loss_by_folding(logits, target):
    total = -math.inf
    for z in logits:
        total = float(np.logaddexp(total, z))
    return total - logits[target]


def grad_by_one_hot(logits, targets):
    return (logits.softmax(-1) - F.one_hot(targets, logits.shape[1])) / len(targets)


def grad_by_autograd(logits, targets):
    leaf = logits.clone().requires_grad_()
    F.cross_entropy(leaf, targets).backward()
    return leaf.grad


def grad_by_loop(logits, targets):
    rows = []
    for row, target in zip(logits.tolist(), targets.tolist(), strict=True):
        powers = [math.exp(z - max(row)) for z in row]
        slopes = [power / sum(powers) for power in powers]
        slopes[target] -= 1
        rows.append([slope / len(targets) for slope in slopes])
    return rows


def grad_by_scatter(logits, targets):
    grad = logits.log_softmax(-1).exp()
    ones = torch.ones_like(grad[:, :1])
    return grad.scatter_add(1, targets[:, None], -ones) / logits.shape[0]


RIGHT = {
    "head-four-logits": [
        lambda: HEAD,
        lambda: [[round(x, 3) for x in row] for row in HEAD],
        lambda: np.array(HEAD, dtype=np.float32),
        lambda: torch.tensor(HEAD, dtype=torch.float16),
    ],
    "head-token-loss": [
        loss_by_differences,
        loss_by_folding,
        lambda logits, target: F.cross_entropy(torch.tensor(logits), torch.tensor(target)),
        lambda logits, target: -torch.tensor(logits).log_softmax(-1)[target],
        lambda logits, target: torch.tensor(logits).logsumexp(0) - logits[target],
    ],
    "head-logits-grad": [grad_by_one_hot, grad_by_autograd, grad_by_loop, grad_by_scatter],
    "head-class-axis": [lambda: ("C", 2), lambda: ["c", "2"], ("C", " 2")],
}
TABLES = {"head-four-logits": HEAD, "head-class-axis": ["C", "2"]}
