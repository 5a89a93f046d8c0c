"""Rotation written out as a matrix, one entry at a time: shares no code with the package."""

import math

import torch


def matrix(position, head_dim, base, pairing, sign):
    """The (head_dim, head_dim) rotation of one position, in float64."""
    half = head_dim // 2
    rows = [[0.0] * head_dim for _ in range(head_dim)]
    for i in range(half):
        a, b = (i, i + half) if pairing == "halves" else (2 * i, 2 * i + 1)
        angle = sign * position * base ** (-2 * i / head_dim)
        rows[a][a] = rows[b][b] = math.cos(angle)
        rows[a][b], rows[b][a] = -math.sin(angle), math.sin(angle)
    return torch.tensor(rows, dtype=torch.float64)


def rotated(x, positions, base, pairing, sign):
    """x (B, T, H, head_dim) in float64, row b turned by positions[b]."""
    out = torch.empty_like(x)
    for b, row in enumerate(positions):
        for t, position in enumerate(row):
            out[b, t] = x[b, t] @ matrix(position, x.shape[-1], base, pairing, sign).T
    return out
