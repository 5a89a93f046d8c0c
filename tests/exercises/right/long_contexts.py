"""Right answers to the exercises of chapter 19, written in different styles by hand."""

import math
from fractions import Fraction

import numpy as np
import torch

from bothends.scaling import NTK

DIVIDED = [[1, 1], [1, 1], [3, 5], [5, 9], [9, 17]]

TABLES = {"long-dynamic": DIVIDED, "long-factor-once": ["A", "2"]}


def stored_by_torch(positions):
    return torch.tensor(positions).to(torch.bfloat16).long()


def stored_by_bits(positions):
    """Round the upper half of a float32's 32 bits, as hardware does."""
    bits = np.array(positions, dtype=np.float32).view(np.uint32)
    bits = bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))
    return (bits & np.uint32(0xFFFF0000)).view(np.float32).astype(int).tolist()


def stored_by_fractions(positions):
    def one(position):
        gap = 1
        while position >= 256 * gap:
            gap *= 2
        return gap * round(Fraction(position, gap))

    return [one(position) for position in positions]


def ntk_by_the_book(head_dim, base, factor):
    return NTK(factor).frequencies(head_dim, base)


def ntk_by_ratios(head_dim, base, factor):
    last = head_dim // 2 - 1
    return [base ** (-2 * i / head_dim) * factor ** (-i / last) for i in range(last + 1)]


def ntk_in_numpy(head_dim, base, factor):
    larger = math.exp(math.log(base) + head_dim / (head_dim - 2) * math.log(factor))
    return np.power(larger, -np.arange(0, head_dim, 2) / head_dim)


def bands_in_torch(frequencies, factor, low, high, length):
    theta = torch.tensor(frequencies, dtype=torch.float64)
    kept = ((length * theta / (2 * torch.pi) - low) / (high - low)).clamp(0, 1)
    return torch.lerp(theta / factor, theta, kept)


def bands_as_meta_writes_them(frequencies, factor, low, high, length):
    slowed = []
    for theta in frequencies:
        wavelength = 2 * math.pi / theta
        if wavelength < length / high:
            slowed.append(theta)
        elif wavelength > length / low:
            slowed.append(theta / factor)
        else:
            smooth = (length / wavelength - low) / (high - low)
            slowed.append((1 - smooth) * theta / factor + smooth * theta)
    return slowed


def bands_by_interpolation(frequencies, factor, low, high, length):
    theta = np.array(frequencies)
    turns = length * theta / (2 * np.pi)
    return theta * np.interp(turns, [low, high], [1 / factor, 1])


RIGHT = {
    "precision-stored": [stored_by_torch, stored_by_bits, stored_by_fractions],
    "long-larger-base": [ntk_by_the_book, ntk_by_ratios, ntk_in_numpy],
    "long-dynamic": [lambda: DIVIDED, lambda: np.array(DIVIDED), lambda: torch.tensor(DIVIDED)],
    "long-three-bands": [bands_in_torch, bands_as_meta_writes_them, bands_by_interpolation],
    "long-factor-once": [lambda: ("A", 2), lambda: ["a", "2"], ("A ", " 2")],
}
