"""A loss that the model computes shifts once, and is the mean over tokens."""

from collections.abc import Iterator

import torch
from torch import Tensor

from bothends.doctor import forward
from bothends.doctor.finding import Finding, ok, problem, unchecked
from bothends.doctor.subject import Subject
from bothends.head import next_token_targets, token_loss

SHIFT = "let one place own the shift: bothends.head.next_token_targets, or the model, not both"


def look(subject: Subject) -> Iterator[Finding]:
    """Compare the loss that forward returns with the one from its logits."""
    ids = subject.ids(2, min(24, subject.max_len or 24))
    found = _own(subject, ids)
    if found is None:
        yield unchecked("forward takes neither labels nor targets: the loss is computed elsewhere")
        return
    logits = forward.logits(subject.randomized, ids)
    once = next_token_targets(ids)
    if _close(found, logits, once):
        yield ok(f"{found:.4f} nats, the mean over the next tokens")
    elif _close(found, logits, ids):
        yield problem("the loss does not shift: each position predicts its own id", SHIFT)
    elif _close(found, logits, _twice(ids)):
        yield problem("the loss shifts twice: each position predicts the id after the next", SHIFT)
    else:
        want = token_loss(logits, once).mean
        yield problem(
            f"{found:.4f} nats, but its logits give {want:.4f}",
            "flatten logits (B, T, V) to (B T, V) without moving axes, average over tokens, and "
            "compare with bothends.head.token_loss(logits, next_token_targets(ids)).mean",
        )


@torch.no_grad()
def _own(subject: Subject, ids: Tensor) -> float | None:
    """Return forward's loss: labels are the ids themselves, targets are already shifted."""
    takes = forward.arguments(subject.randomized)
    if "labels" in takes:
        return subject.randomized(ids, labels=ids).loss.item()
    if "targets" in takes:
        answer = subject.randomized(ids[:, :-1].contiguous(), targets=ids[:, 1:].contiguous())
        return (answer[-1] if isinstance(answer, tuple) else answer).item()
    return None


def _twice(ids: Tensor) -> Tensor:
    later = torch.full_like(ids, -100)
    later[:, :-2] = ids[:, 2:]
    return later


def _close(found: float, logits: Tensor, targets: Tensor) -> bool:
    want = token_loss(logits, targets).mean.item()
    return abs(found - want) <= 1e-3 * max(want, 1.0) * (1 if logits.dtype == torch.float32 else 30)
