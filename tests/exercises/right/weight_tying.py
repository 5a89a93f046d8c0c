"""Right answers to the exercises of chapter 08, written in different styles by hand."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from bothends.exercises.weight_tying.one_table import make_pair
from bothends.tying import TiedTokenIO, gradient_paths, is_tied

PATHS = [[0, 0.2], [0, -1.6], [-0.4, 1.6], [0, 0.8]]
SIZES = [[131_072_000, 250, 1000], [262_144_000, 500, 2000], [524_288_000, 1000, 4000]]


def step_of_modules(table, ids, targets):
    emb, head = nn.Embedding(*table.shape), nn.Linear(*table.T.shape, bias=False)
    head.weight = emb.weight = nn.Parameter(table.clone())
    optimizer = torch.optim.SGD(emb.parameters(), lr=0.5, weight_decay=0.25)
    F.cross_entropy(head(emb(ids)), targets).backward()
    optimizer.step()
    return [emb.weight, head.weight]


def step_of_the_books_module(table, ids, targets):
    model = TiedTokenIO(*table.shape).to(table.dtype)
    model.load_state_dict({"embedding.weight": table, "head.weight": table})
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5, weight_decay=0.25)
    F.cross_entropy(model(ids, lambda x: x), targets).backward()
    optimizer.step()
    return torch.stack([model.embedding.weight, model.head.weight])


def step_by_formula(table, ids, targets):
    grad = sum(gradient_paths(table, ids, targets))
    after = (table - 0.5 * (grad + 0.25 * table)).numpy()
    return np.stack([after, after])


def step_by_one_hot(table, ids, targets):
    weight = table.clone().requires_grad_()
    one_hot = F.one_hot(ids, len(table)).to(table.dtype)
    logits = one_hot @ weight @ weight.T
    loss = logits.logsumexp(-1) - logits.gather(-1, targets[:, None])[:, 0]
    (grad,) = torch.autograd.grad(loss.mean(), weight)
    after = (0.875 * table - 0.5 * grad).tolist()
    return [after, after]


def counted(names):
    return [len(list(nn.ModuleList(make_pair(name)).parameters())) == 1 for name in names]


RIGHT = {
    "tying-two-paths": [
        lambda: PATHS,
        lambda: np.array(PATHS),
        lambda: torch.tensor(PATHS, requires_grad=True),
        PATHS,
    ],
    "tying-prove": [
        step_of_modules,
        step_of_the_books_module,
        step_by_formula,
        step_by_one_hot,
    ],
    "tying-one-table": [
        counted,
        lambda names: [is_tied(*make_pair(name)) for name in names],
        lambda names: np.array([len({id(m.weight) for m in make_pair(n)}) == 1 for n in names]),
    ],
    "tying-sizes": [
        lambda: SIZES,
        lambda: np.array([32e3, 64e3, 128e3])[:, None] * 4096 * np.array([[1, 2 / 2**20, 2**-17]]),
        lambda: torch.tensor(SIZES),
    ],
    "tying-first-loss": [lambda: ("B", 2), lambda: ["b", "2"], ("B ", " 2")],
}
TABLES = {"tying-two-paths": PATHS, "tying-sizes": SIZES, "tying-first-loss": ["B", "2"]}
