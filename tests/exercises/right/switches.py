"""Right answers to the exercises of chapter 06, written in different styles by hand."""

import numpy as np
import torch
from torch.nn import functional as F


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
    "switches-max-norm": [table_after_by_torch, table_after_by_renorm, table_after_by_numpy],
    "switches-padding-row": [lambda: ("C", 2), lambda: ["c", "2"], ("C", " 2 ")],
}
TABLES = {"switches-padding-row": ["C", "2"]}
