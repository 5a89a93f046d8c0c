"""One table is at both ends, or two are, as the config says."""

from collections.abc import Iterator

from torch import nn

from bothends.doctor.finding import Finding, ok, problem
from bothends.doctor.subject import Subject
from bothends.tying import ends, is_tied

RETIE = (
    "call bothends.tying.retie(model) after loading or to_empty and before the optimizer is "
    "built; look for a copy, load_state_dict(assign=True), to_empty or an assigned .data"
)


def look(subject: Subject) -> Iterator[Finding]:
    """Compare the two Parameters by identity, and with what the config wants."""
    embedding, head = ends(subject.model)
    wanted = subject.setting("tie_word_embeddings", "tied")
    if is_tied(embedding, head):
        yield from _tied(wanted)
    elif _same_values(embedding, head):
        yield problem("two Parameters with the same values: they drift apart in training", RETIE)
    elif wanted:
        yield problem("the config says tied, but there are two Parameters with two values", RETIE)
    else:
        yield ok("two Parameters, not tied" + (", as the config says" if wanted is False else ""))


def _tied(wanted: object) -> Iterator[Finding]:
    if wanted is False:
        yield problem(
            "one Parameter at both ends, but the config says untied: a loader will make it two",
            "set the config's tie to True, or give the head a Parameter of its own",
        )
    else:
        yield ok("one Parameter at both ends" + (", as the config says" if wanted else ""))


def _same_values(embedding: nn.Embedding, head: nn.Linear) -> bool:
    a, b = embedding.weight.detach(), head.weight.detach()
    return a.shape == b.shape and not a.is_meta and bool((a == b).all())
