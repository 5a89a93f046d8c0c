"""Stored frequencies are wide enough to be multiplied by a position."""

from collections.abc import Iterator

import torch
from torch import Tensor

from bothends.doctor.finding import Finding, ok, problem, unchecked
from bothends.doctor.subject import Subject

FREQUENCIES = ("inv_freq", "freqs", "theta")
TABLES = ("cos", "sin", "freqs_cis", "embed_positions")
KEEP = (
    "keep frequencies and angles in float32 and cast the finished cos and sin: recompute them "
    "after model.to(dtype), as bothends.rope.RopeCache does"
)


def look(subject: Subject) -> Iterator[Finding]:
    """Look at the dtype and the values of the buffers that hold frequencies or tables."""
    held = [(name, b) for name, b in subject.model.named_buffers() if _is_angular(name)]
    if not held:
        yield unchecked("no buffer holds frequencies, cos or sin")
        return
    wrong = [sentence for name, buffer in held if (sentence := _mistake(name, buffer))]
    for sentence in wrong:
        yield problem(sentence, KEEP)
    if not wrong:
        dtypes = {str(buffer.dtype).removeprefix("torch.") for _, buffer in held}
        yield ok(f"{', '.join(name for name, _ in held)}: {' and '.join(sorted(dtypes))}")


def _is_angular(name: str) -> bool:
    last = name.rsplit(".", 1)[-1]
    return any(word in last for word in FREQUENCIES + TABLES)


def _mistake(name: str, buffer: Tensor) -> str | None:
    if buffer.is_meta:
        return None
    if not torch.isfinite(buffer).all() or not buffer.any():
        return f"{name} is zero or not finite: to_empty left it so, and no checkpoint restores it"
    finished = any(word in name.rsplit(".", 1)[-1] for word in TABLES)
    if not finished and buffer.dtype in (torch.float16, torch.bfloat16):
        return f"{name} is {buffer.dtype}: its error is multiplied by the position"
    return None
