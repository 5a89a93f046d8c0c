"""A copy in which every mistake shows: fresh models hide what stands behind small weights."""

import copy

import torch
from torch import nn

from bothends.device import generator


@torch.no_grad()
def randomized_copy(model: nn.Module) -> nn.Module:
    """Return a copy whose matrices are drawn anew, at N(0, 1 / sqrt(last axis)).

    A fresh model's scores are near zero and its output projections may be exactly zero, so its
    logits would look the same with any rotation, mask or cache.
    """
    copied = copy.deepcopy(model).eval()
    for parameter in copied.parameters():
        if parameter.ndim >= 2:
            draw = generator(0, parameter.device)
            parameter.normal_(std=parameter.shape[-1] ** -0.5, generator=draw)
    return copied
