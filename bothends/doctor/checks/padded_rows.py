"""Rows without a token take no part in the softmax."""

from collections.abc import Iterator

from bothends.doctor import forward
from bothends.doctor.finding import Finding, ok, problem, warning
from bothends.doctor.subject import Subject
from bothends.tying import ends
from bothends.vocab.contract import known_ids

CROP = (
    "crop before softmax, softcap and loss: bothends.head.project(hidden, weight, "
    "vocab_size=...), or logits[..., :vocab_size]"
)
NEGLIGIBLE = 1e-4


def look(subject: Subject) -> Iterator[Finding]:
    """Compare the width of the logits with the ids that have a meaning."""
    size = known_ids(subject.model)
    if subject.tokenizer is not None:
        size = min(size, 1 + max(subject.tokenizer.get_vocab().values()))
    logits = forward.logits(subject.model, subject.ids(2, min(16, subject.max_len or 16)))
    extra = logits.shape[-1] - size
    if extra <= 0:
        spare = len(ends(subject.model)[1].weight) - logits.shape[-1]
        yield ok(f"{logits.shape[-1]} logits" + (f", {spare} padded rows cropped" if spare else ""))
        return
    share = logits.float().softmax(-1)[..., size:].sum(-1).mean().item()
    found = f"{extra} of {logits.shape[-1]} logits belong to no token and get {share:.2g} of it all"
    yield (problem if share > NEGLIGIBLE else warning)(found, CROP)
