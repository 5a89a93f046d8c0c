"""The two parts of a tied table's gradient as slow loops on nested lists."""

import math


def output_part(table, slopes, hidden):
    """Return `(V, D)`: each row moves along the hidden state, by its own slope."""
    return [[slope * x for x in hidden] for slope in slopes[: len(table)]]


def input_part(table, slopes, id_):
    """Return `(V, D)`: the row that was read gets the sum of all rows times their slopes."""
    back = [sum(s * row[d] for s, row in zip(slopes, table, strict=True)) for d in _axes(table)]
    return [back if v == id_ else [0.0] * len(back) for v in range(len(table))]


def slopes_of(table, hidden, target):
    """Return V numbers: softmax of the logits, minus one-hot."""
    logits = [sum(a * b for a, b in zip(row, hidden, strict=True)) for row in table]
    powers = [math.exp(z - max(logits)) for z in logits]
    return [p / sum(powers) - (v == target) for v, p in enumerate(powers)]


def both_parts(table, ids, targets):
    """Return the input and the output part, for the mean loss and h = the row that was read."""
    parts = [zeros(table), zeros(table)]
    for id_, target in zip(ids, targets, strict=True):
        s = slopes_of(table, table[id_], target)
        new = input_part(table, s, id_), output_part(table, s, table[id_])
        parts = [plus(old, scaled(1 / len(ids), one)) for old, one in zip(parts, new, strict=True)]
    return parts


def plus(one, two):
    """Return the sum of two tables."""
    return [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(one, two, strict=True)]


def scaled(factor, table):
    """Return a table times a number."""
    return [[factor * x for x in row] for row in table]


def zeros(table):
    """Return a table of zeros of the same shape."""
    return scaled(0.0, table)


def _axes(table):
    return range(len(table[0]))
