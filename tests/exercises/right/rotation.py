"""Right answers to the exercises of chapter 16, written in different styles by hand."""

import math

import numpy as np
import torch

from bothends.rope import inverse_frequencies, rotate

TURNED = [[3, 1, 4, 2], [-3, -1, -2, 4], [3, 1, -4, -2], [-3, -1, 2, -4]]

TABLES = {"rotation-turn-by-hand": TURNED, "rotation-not-the-values": ["A", "3"]}


def frequencies_by_repeated_factor(head_dim, base):
    theta, all_of_them = 1.0, []
    for _ in range(head_dim // 2):
        all_of_them.append(theta)
        theta /= base ** (2 / head_dim)
    return all_of_them


def frequencies_in_numpy(head_dim, base):
    return np.exp(-np.arange(0, head_dim, 2) / head_dim * math.log(base))


def turns_by_logarithm(head_dim, base, n_tokens):
    if n_tokens < 2 * math.pi:
        return 0
    last = math.log(n_tokens / (2 * math.pi), base) * head_dim / 2
    return min(head_dim // 2, math.floor(last) + 1)


def turns_in_torch(head_dim, base, n_tokens):
    return (n_tokens * inverse_frequencies(head_dim, base) >= 2 * math.pi).sum()


def turns_in_a_loop(head_dim, base, n_tokens):
    count = 0
    for channel in range(0, head_dim, 2):
        if base ** (-channel / head_dim) * n_tokens / math.tau >= 1:
            count += 1
    return count


def rotated_by_complex_numbers(x, angles, pairing):
    order = np.arange(len(x[0]))
    if pairing == "halves":
        order = order.reshape(2, -1).T.ravel()
    pairs = np.ascontiguousarray(np.array(x)[:, order])
    out = np.empty_like(pairs)
    out[:, order] = (pairs.view(complex) * np.exp(1j * np.array(angles))).view(float)
    return out


def rotated_by_the_book(x, angles, pairing):
    x, angles = torch.tensor(x).double(), torch.tensor(angles).double()
    return rotate(x[:, None], angles.cos(), angles.sin(), pairing=pairing, sign=1)[:, 0]


def rotated_in_float32(x, angles, pairing):
    x, angles = torch.tensor(x), torch.tensor(angles)
    angles = torch.cat([angles, angles], 1)
    if pairing == "pairs":
        angles = angles.unflatten(1, (2, -1)).mT.flatten(1)
        partner = torch.stack([-x[:, 1::2], x[:, ::2]], -1).flatten(1)
    else:
        first, second = x.chunk(2, 1)
        partner = torch.cat([-second, first], 1)
    return x * angles.cos() + partner * angles.sin()


def rotated_by_slices(x, angles, pairing):
    out = []
    for vector, row in zip(x, angles, strict=True):
        half = len(vector) // 2
        first = slice(0, half) if pairing == "halves" else slice(0, None, 2)
        second = slice(half, None) if pairing == "halves" else slice(1, None, 2)
        pairs = list(zip(vector[first], vector[second], row, strict=True))
        new = list(vector)
        new[first] = [a * math.cos(t) - b * math.sin(t) for a, b, t in pairs]
        new[second] = [a * math.sin(t) + b * math.cos(t) for a, b, t in pairs]
        out.append(new)
    return out


def rotated_by_a_matrix(x, angles, pairing):
    rows = []
    for vector, row in zip(np.array(x), np.array(angles), strict=True):
        c, s = np.diag(np.cos(row)), np.diag(np.sin(row))
        R = np.block([[c, -s], [s, c]])
        if pairing == "pairs":
            order = np.arange(len(vector)).reshape(2, -1).T.ravel()
            R = R[np.ix_(order, order)]
        rows.append(R @ vector)
    return rows


RIGHT = {
    "rotation-turn-by-hand": [
        lambda: TURNED,
        lambda: np.array(TURNED),
        lambda: torch.tensor(TURNED).float(),
    ],
    "rotation-frequencies": [
        frequencies_by_repeated_factor,
        frequencies_in_numpy,
        inverse_frequencies,
        lambda head_dim, base: [math.pow(base, -c / head_dim) for c in range(0, head_dim, 2)],
    ],
    "rotation-whole-turns": [turns_by_logarithm, turns_in_torch, turns_in_a_loop],
    "rotation-either-layout": [
        rotated_by_complex_numbers,
        rotated_by_the_book,
        rotated_in_float32,
        rotated_by_slices,
        rotated_by_a_matrix,
    ],
    "rotation-not-the-values": [lambda: ("A", 3), lambda: ["a", "3"], ("A ", " 3")],
}
