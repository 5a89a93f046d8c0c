"""Right answers to the exercises of chapter 12, written in different styles by hand."""

import math
from itertools import chain

import numpy as np
import torch
from torch.nn import functional as F


def by_all_reduces(shards, target):
    top = max(map(max, shards))
    norms, chosen = [], []
    first = 0
    for shard in shards:
        norms.append(sum(math.exp(z - top) for z in shard))
        mine = first <= target < first + len(shard)
        chosen.append(shard[target - first] if mine else 0)
        first += len(shard)
    return top + math.log(sum(norms)) - sum(chosen)


def by_folding(shards, target):
    total = float(np.logaddexp.reduce([np.logaddexp.reduce(shard) for shard in shards]))
    return total - np.concatenate(shards)[target]


def by_cross_entropy(shards, target):
    logits = torch.tensor(list(chain(*shards)), dtype=torch.float64)
    return F.cross_entropy(logits, torch.tensor(target))


RIGHT = {
    "shards-loss": [by_all_reduces, by_folding, by_cross_entropy],
    "shards-what-travels": [lambda: ("C", 1), lambda: ["c", "1"], ("C ", " 1")],
}
TABLES = {"shards-what-travels": ["C", "1"]}
