"""Right answers to the exercises of chapter 01, written in different styles by hand."""

import re

import numpy as np
import torch
from torch.nn import functional as F

IDS = [5, 7, 0, 8, 2, 0, 4, 6]


def merge_with_a_stack(pieces, pair):
    done, joined = [], False
    for piece in pieces:
        joined = not joined and bool(done) and [done[-1], piece] == list(pair)
        if joined:
            done[-1] += piece
        else:
            done.append(piece)
    return done


def merge_by_recursion(pieces, pair):
    if len(pieces) < 2:
        return list(pieces)
    if pieces[:2] == pair:
        return ["".join(pair), *merge_by_recursion(pieces[2:], pair)]
    return [pieces[0], *merge_by_recursion(pieces[1:], pair)]


def merge_by_pattern(pieces, pair):
    text = "".join(f"<{piece}>" for piece in pieces)
    joined = text.replace("<{}><{}>".format(*pair), "<{}{}>".format(*pair))
    return re.findall("<(.*?)>", joined)


def rows_by_scatter(table, new_ids):
    rows = torch.tensor(table)
    return torch.empty_like(rows).index_copy_(0, torch.tensor(new_ids), rows)


def rows_by_one_hot(table, new_ids):
    return F.one_hot(torch.tensor(new_ids)).T @ torch.tensor(table)


def packed_by_unfold(ids, B, T):
    windows = torch.tensor(ids[: B * T + 1]).unfold(0, T + 1, T)
    return torch.stack([windows[:, :-1], windows[:, 1:]])


def packed_by_shift(ids, B, T):
    ids = np.array(ids[: B * T + 1])
    return [ids[:-1].reshape(B, T), ids[1:].reshape(B, T)]


def packed_one_by_one(ids, B, T):
    inputs, targets = [], []
    for b in range(B):
        inputs.append([ids[b * T + t] for t in range(T)])
        targets.append([ids[b * T + t + 1] for t in range(T)])
    return inputs, targets


RIGHT = {
    "tokenizer-encode-by-hand": [lambda: IDS, lambda: np.array(IDS), tuple(IDS), torch.tensor(IDS)],
    "tokenizer-merge": [merge_with_a_stack, merge_by_recursion, merge_by_pattern],
    "addresses-renumber": [
        lambda table, new_ids: [table[new_ids.index(v)] for v in range(len(table))],
        lambda table, new_ids: np.array(table)[np.argsort(new_ids)],
        lambda table, new_ids: [row for _, row in sorted(zip(new_ids, table, strict=True))],
        rows_by_scatter,
        rows_by_one_hot,
    ],
    "addresses-pack": [packed_by_unfold, packed_by_shift, packed_one_by_one],
    "addresses-numbers": [lambda: ("B", 1), lambda: ["b", "1"], ("B", " 1")],
}
TABLES = {"tokenizer-encode-by-hand": IDS, "addresses-numbers": ["B", "1"]}
