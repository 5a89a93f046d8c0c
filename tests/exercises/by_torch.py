"""Right answers to the exercises by hand, from the package and from torch."""

import math

import torch
from torch import Tensor

from bothends.head import project, token_loss_grad
from bothends.lookup import lookup
from bothends.rope import rotate
from bothends.scatter import embedding_grad

F64 = torch.float64


def rows(table, ids) -> Tensor:
    return lookup(torch.tensor(table, dtype=F64), torch.tensor(ids))


def gradient(ids, G, V=4) -> Tensor:
    return embedding_grad(torch.tensor(ids), torch.tensor(G, dtype=F64), V)


def four_logits(E, h, target) -> Tensor:
    z = project(torch.tensor(h, dtype=F64), torch.tensor(E, dtype=F64))
    dz = token_loss_grad(z[None], torch.tensor([target]))[0]
    return torch.stack([z, z.softmax(-1), dz])


def turned(x, positions=(0, 1, 2, 3), pairing="pairs", sign=1) -> Tensor:
    steps = torch.outer(torch.tensor(positions), torch.tensor([2, 1])) % 4  # quarter turns
    angles = steps.double() * (math.pi / 2)
    query = torch.tensor(x, dtype=F64).expand(len(angles), 1, -1)  # (T, H, head_dim)
    return rotate(query, angles.cos(), angles.sin(), pairing=pairing, sign=sign)[:, 0]
