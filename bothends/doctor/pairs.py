"""Read off the keys how they were turned: which channels pair, which way, how fast."""

from dataclasses import dataclass

import torch
from torch import Tensor

from bothends.doctor.rotation_probe import spread, tolerance
from bothends.doctor.watch import Attended
from bothends.rope import Convention
from bothends.rope.convention import split


@dataclass(frozen=True)
class Pairs:
    """The convention, and the angle by which each pair turns from one position to the next."""

    convention: Convention
    angles: Tensor


def read_pairs(call: Attended) -> Pairs | None:
    """Return how the first head's keys `(T, head_dim)` turn, or None if not in pairs.

    The two members of a pair trace a circle; a wrong guess mixes two pairs and traces none.
    """
    keys, rounding = call.keys[0], tolerance(call)
    for pairing in ("halves", "pairs"):
        for width in range(keys.shape[-1] // 2 * 2, 0, -2):
            a, b = split(keys[:, :width], pairing)
            if spread(torch.cat((a.hypot(b), keys[:, width:]), -1)) <= rounding:
                return _read(torch.complex(a, b), pairing)
    return None


def _read(z: Tensor, pairing: str) -> Pairs:
    """Average each pair's step over all positions; the fastest pair tells the direction."""
    angles = (z[:-1].conj() * z[1:]).sum(0).angle()
    sign = 1 if angles[angles.abs().argmax()] > 0 else -1
    return Pairs(Convention(pairing, sign), sign * angles)
