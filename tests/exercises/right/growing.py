"""Right answers to the exercises of chapter 13, written in different styles by hand."""

import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from bothends.head import project, token_loss
from bothends.tying import TiedTokenIO, gradient_paths
from bothends.vocab import grow, padded_rows

PADDED = [[1024, 24], [1024, 0], [1088, 63]]
STARTS = [[0, 0, 0], [1, -2, -3], [-1, -4, -9]]
TABLES = {
    "growing-rows": PADDED,
    "growing-new-rows": STARTS,
    "growing-same-size": ["C", "3"],
}


def cropped_by_the_book(table, hidden, multiple):
    padded = torch.zeros(padded_rows(len(table), multiple), len(hidden), dtype=torch.float64)
    padded[: len(table)] = torch.tensor(table, dtype=torch.float64)
    state = torch.tensor(hidden, dtype=torch.float64)
    p = project(state, padded, vocab_size=len(table)).softmax(-1)
    return F.pad(p, (0, len(padded) - len(table)))


def masked_with_infinity(table, hidden, multiple):
    missing = -len(table) % multiple
    padded = np.vstack([table, np.zeros((missing, len(hidden)))])
    logits = padded @ hidden
    logits[len(table) :] = -np.inf
    powers = np.exp(logits - logits.max())
    return powers / powers.sum()


def by_loops(table, hidden, multiple):
    rows, powers = 0, []
    while rows < len(table):
        rows += multiple
    for row in table:
        powers.append(math.exp(sum(row[d] * hidden[d] for d in range(len(hidden)))))
    return [powers[v] / sum(powers) if v < len(table) else 0 for v in range(rows)]


def grown_by_the_book(table, momentum, pieces, ids, targets):
    model = TiedTokenIO(*table.shape).to(table.dtype)
    weight = model.embedding.weight
    weight.data.copy_(table)
    optimizer = torch.optim.SGD([weight], lr=0.5, momentum=0.75)
    optimizer.state[weight]["momentum_buffer"] = momentum.clone()
    first = len(table)
    init = {first + n: one for n, one in enumerate(pieces.tolist())}
    grow(model, first + len(pieces), init=init, optimizer=optimizer)
    token_loss(model(ids, lambda x: x), targets).mean.backward()
    optimizer.step()
    weight = model.head.weight
    return [weight, optimizer.state[weight]["momentum_buffer"]]


def grown_by_modules(table, momentum, pieces, ids, targets):
    rows = torch.vstack([table, torch.stack([table[one].mean(0) for one in pieces])])
    emb, head = nn.Embedding(*rows.shape), nn.Linear(*rows.T.shape, bias=False)
    emb.weight = head.weight = nn.Parameter(rows)
    F.cross_entropy(head(emb(ids)), targets).backward()
    before = torch.vstack([momentum, torch.zeros_like(rows[len(table) :])])
    optimizer = torch.optim.SGD([head.weight], lr=0.5, momentum=0.75)
    optimizer.state[head.weight]["momentum_buffer"] = before
    optimizer.step()
    return torch.stack([emb.weight, before])


def grown_by_formula(table, momentum, pieces, ids, targets):
    rows = torch.cat([table, table[pieces].sum(1) / pieces.shape[1]])
    after = F.pad(0.75 * momentum, (0, 0, 0, len(pieces)))
    after = after + sum(gradient_paths(rows, ids, targets))
    return np.stack([(rows - after / 2).numpy(), after.numpy()])


RIGHT = {
    "growing-rows": [
        lambda: PADDED,
        lambda: [[-(-n // 64) * 64, -n % 64] for n in (1000, 1024, 1025)],
        lambda: torch.tensor([[padded_rows(n), padded_rows(n) - n] for n in (1000, 1024, 1025)]),
    ],
    "growing-new-rows": [
        lambda: STARTS,
        lambda: np.array(STARTS, dtype=float),
        lambda: torch.tensor(STARTS),
    ],
    "growing-pad-and-crop": [cropped_by_the_book, masked_with_infinity, by_loops],
    "growing-grow": [grown_by_the_book, grown_by_modules, grown_by_formula],
    "growing-same-size": [lambda: ("C", 3), lambda: ["c", "3"], ("C ", " 3")],
}
