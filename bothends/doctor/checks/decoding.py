"""Cached steps give what one full pass gives."""

from collections.abc import Iterator

import torch
from torch import Tensor

from bothends.doctor import forward
from bothends.doctor.finding import Finding, ok, problem, unchecked
from bothends.doctor.subject import Subject

STEPS = (9, 5, 1, 1, 1)


def look(subject: Subject) -> Iterator[Finding]:
    """Run 17 ids at once, and in a prompt, a chunk and three steps."""
    if not forward.can_cache(subject.randomized):
        yield unchecked("forward takes neither cache nor past_key_values")
        return
    ids = subject.ids(2, sum(STEPS))
    full = forward.logits(subject.randomized, ids)
    stepwise = _stepwise(subject, ids)
    differ = (full - stepwise).abs().amax((0, 2)) / full.abs().max()
    wrong = (~(differ <= forward.rounding(full))).nonzero()
    if not len(wrong):
        yield ok(f"a prompt of {STEPS[0]}, a chunk of {STEPS[1]} and single steps give one pass")
        return
    first = int(wrong[0])
    yield problem(
        f"position {first} differs by {differ[first]:.2g} of the largest logit: {_where(first)}",
        "turn a new token by its own position, len(cache), and a cached key never again; mask by "
        "position, since is_causal lets a single query see one key only",
    )


def _stepwise(subject: Subject, ids: Tensor) -> Tensor:
    cache, found = None, []
    for part in ids.split(STEPS, 1):
        logits, cache = forward.next_logits(subject.randomized, part, cache)
        found.append(logits)
    return torch.cat(found, 1)


def _where(first: int) -> str:
    if first < STEPS[0]:
        return "in the prompt, so the full pass sees later ids"
    return "in the first chunk after it" if first < sum(STEPS[:2]) else "in the single steps"
