"""Right answers to the exercises of chapter 17, written in different styles by hand."""

import cmath

import numpy as np
import torch

from bothends.rope import LLAMA_HF, LLAMA_META, convert, rotate, tables

SCORES = [[7, 1, -7], [-1, 7, 1], [-7, -1, 7]]
WHO = [[1, -1], [3, 1], [3, -1], [1, 1], [3, 0]]
TABLES = {
    "relative-nine-scores": SCORES,
    "convention-who-is-it": WHO,
    "convention-sign": ["B", "1"],
}


def score_by_complex_numbers(q, k, m, n, pairing, sign):
    half = len(q) // 2

    def numbers(x):
        a, b = (x[:half], x[half:]) if pairing == "halves" else (x[::2], x[1::2])
        return list(map(complex, a, b))

    frequencies = [1e4 ** (-i / half) for i in range(half)]
    terms = zip(numbers(q), numbers(k), frequencies, strict=True)
    return sum((a.conjugate() * b * cmath.exp(1j * sign * (n - m) * f)).real for a, b, f in terms)


def score_by_matrices(q, k, m, n, pairing, sign):
    d = len(q)

    def matrix(position):
        R = np.zeros((d, d))
        for i in range(d // 2):
            at = [i, i + d // 2] if pairing == "halves" else [2 * i, 2 * i + 1]
            angle = sign * position / 1e4 ** (2 * i / d)
            c, s = np.cos(angle), np.sin(angle)
            R[np.ix_(at, at)] = [[c, -s], [s, c]]
        return R

    return (matrix(m) @ q) @ (matrix(n) @ k)


def score_by_the_books_rotate(q, k, m, n, pairing, sign):
    cos, sin = tables(torch.tensor([m, n]), len(q), base=1e4, dtype=torch.float64)
    x = torch.tensor([q, k], dtype=torch.float64)[:, None]
    q, k = rotate(x, cos, sin, pairing=pairing, sign=sign)[:, 0]
    return q @ k


def head_dim_of(qkv, n_head, n_kv_head):
    return len(qkv) // (n_head + 2 * n_kv_head)


def checkpoint_by_reshape(qkv, n_head, n_kv_head):
    heads = np.array(qkv).reshape(n_head + 2 * n_kv_head, -1, 2, len(qkv[0]))
    new = heads[:-n_kv_head].swapaxes(1, 2).reshape(-1, len(qkv[0]))
    return np.concatenate([new, np.array(qkv)[len(new) :]])


def checkpoint_by_the_books_convert(qkv, n_head, n_kv_head):
    w, head_dim = torch.tensor(qkv, dtype=torch.float32), head_dim_of(qkv, n_head, n_kv_head)
    q, k, v = w.split([n * head_dim for n in (n_head, n_kv_head, n_kv_head)])
    q = convert(q, n_head, LLAMA_META, LLAMA_HF)
    return torch.cat([q, convert(k, n_kv_head, LLAMA_META, LLAMA_HF), v])


def checkpoint_row_by_row(qkv, n_head, n_kv_head):
    head_dim, new = head_dim_of(qkv, n_head, n_kv_head), []
    for row in range(len(qkv)):
        head, place = divmod(row, head_dim)
        if head < n_head + n_kv_head:
            member, pair = divmod(place, head_dim // 2)
            place = 2 * pair + member
        new.append(tuple(qkv[head * head_dim + place]))
    return new


def nine_scores_by_matrices():
    quarter = np.array([[0, -1], [1, 0]])
    power = np.linalg.matrix_power
    at = range(3)
    return [[np.array([2, 1]) @ power(quarter, (n - m) % 4) @ [3, 1] for n in at] for m in at]


RIGHT = {
    "relative-nine-scores": [
        lambda: SCORES,
        nine_scores_by_matrices,
        lambda: torch.tensor(SCORES, dtype=torch.float64),
        SCORES,
    ],
    "convention-score": [score_by_complex_numbers, score_by_matrices, score_by_the_books_rotate],
    "convention-who-is-it": [
        lambda: WHO,
        lambda: np.array(WHO, dtype=np.float32),
        lambda: torch.tensor(WHO),
        WHO,
    ],
    "convention-checkpoint": [
        checkpoint_by_reshape,
        checkpoint_by_the_books_convert,
        checkpoint_row_by_row,
    ],
    "convention-sign": [lambda: ("B", 1), lambda: ["b", "1"], ("B ", " 1")],
}
