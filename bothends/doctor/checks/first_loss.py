"""A fresh model starts by guessing evenly."""

import math
from collections.abc import Iterator

from bothends.doctor import forward
from bothends.doctor.finding import Finding, ok, problem, unchecked
from bothends.doctor.subject import Subject
from bothends.head import next_token_targets, token_loss

SLACK = 0.5  # nats


def look(subject: Subject) -> Iterator[Finding]:
    """Compare the loss on random ids with ln V, the loss of even guesses."""
    if subject.trained:
        yield unchecked("the model is trained: random ids are no text it should know")
        return
    ids = subject.ids(4, min(64, subject.max_len or 64))
    logits = forward.logits(subject.model, ids)
    loss = token_loss(logits, next_token_targets(ids)).mean.item()
    even = math.log(logits.shape[-1])
    found = f"{loss:.2f} nats on random ids; ln {logits.shape[-1]} is {even:.2f}"
    if abs(loss - even) <= SLACK:
        yield ok(found)
    else:
        yield problem(
            found,
            "tie first and initialise once, with a standard deviation near 0.02: the table that "
            "survives a tie keeps its own. If the model is trained, say --trained",
        )
