"""Read off the keys how they were turned: which channels pair, which way, how fast."""

from dataclasses import dataclass
from itertools import product

import torch
from torch import Tensor

from bothends.doctor.rotation_probe import spread, tolerance
from bothends.doctor.watch import Attended
from bothends.rope import Convention
from bothends.rope.convention import split, turned_channels


@dataclass(frozen=True)
class Pairs:
    """The convention, and the angle of each pair from one position to the next.

    Pairs that stand still before the first one that turns are left out.
    """

    convention: Convention
    angles: Tensor


def read_pairs(call: Attended) -> Pairs | None:
    """Return how the first head's keys `(T, head_dim)` turn, or None if not in pairs.

    The two members of a pair trace a circle; a wrong guess mixes two pairs and traces none. Where
    a part of the head turns, it is the first channels, or the last.
    """
    keys, rounding = call.keys[0], tolerance(call)
    widths = range(keys.shape[-1] // 2 * 2, 0, -2)
    for pairing, part, width in product(("halves", "pairs"), ("first", "last"), widths):
        turned = turned_channels(keys.shape[-1], width, part)
        a, b = split(keys[:, turned], pairing)
        still = keys[:, : turned.start], keys[:, turned.stop :]
        if spread(torch.cat((a.hypot(b), *still), -1)) <= rounding:
            return _read(torch.complex(a, b), pairing)
    return None


def _read(z: Tensor, pairing: str) -> Pairs:
    """Average each pair's step over all positions; the fastest pair tells the direction."""
    angles = (z[:-1].conj() * z[1:]).sum(0).angle()
    sizes = angles.abs()
    sign = 1 if angles[sizes.argmax()] > 0 else -1
    first = int((sizes > 1e-3 * sizes.max()).nonzero()[0])
    return Pairs(Convention(pairing, sign), sign * angles[first:])
