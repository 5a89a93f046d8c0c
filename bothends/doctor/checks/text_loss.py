"""A trained model, with this tokenizer, does better on English than a guess."""

import math
from collections.abc import Iterator

import torch

from bothends.data import the_mill
from bothends.doctor import forward
from bothends.doctor.finding import Finding, ok, problem, unchecked, warning
from bothends.doctor.subject import Subject
from bothends.head import next_token_targets, token_loss

BELONG = (
    "load the tokenizer that was saved with this checkpoint: equal sizes prove nothing; "
    "check too that the head was in the checkpoint, and the rotation's convention"
)


def look(subject: Subject) -> Iterator[Finding]:
    """Measure the loss on the opening of the book's story."""
    if not subject.trained or subject.tokenizer is None:
        yield unchecked("it takes a trained model and its tokenizer: --trained --tokenizer FILE")
        return
    encoded = subject.tokenizer.encode(the_mill())
    ids = torch.tensor([getattr(encoded, "ids", encoded)], device=subject.device)
    ids = ids[:, : min(256, subject.max_len or 256)]
    logits = forward.logits(subject.model, ids)
    loss = token_loss(logits, next_token_targets(ids)).mean.item()
    even = math.log(logits.shape[-1])
    found = f"{loss:.2f} nats on an English story; guessing evenly costs {even:.2f}"
    if loss < even - 0.5:
        yield ok(found)
    elif loss <= even + 0.5:
        yield warning(found, BELONG)
    else:
        yield problem(found, BELONG)
