"""The input table is an ordinary one, and trains."""

from collections.abc import Iterator

from torch import nn
from torch.optim import SGD, Adagrad, SparseAdam

from bothends.doctor.finding import Finding, ok, problem, warning
from bothends.doctor.subject import Subject
from bothends.tying import ends

TAKE_SPARSE = (SGD, SparseAdam, Adagrad)


def look(subject: Subject) -> Iterator[Finding]:
    """Read the switches of `nn.Embedding`, and whether both tables train."""
    embedding, head = ends(subject.model)
    found = [*_switches(embedding, subject), *_frozen(embedding, head)]
    yield from found or [
        ok("no max_norm, no sparse gradient, no scaling by count; both ends train")
    ]


def _switches(embedding: nn.Module, subject: Subject) -> Iterator[Finding]:
    if getattr(embedding, "max_norm", None) is not None:
        yield problem(
            f"max_norm={embedding.max_norm} rewrites the rows that are read, in eval mode too",
            "drop max_norm, and normalise what the lookup returns",
        )
    if getattr(embedding, "scale_grad_by_freq", False):
        yield warning(
            "scale_grad_by_freq divides a row's gradient by its count in the batch",
            "drop it, unless frequent ids should learn as slowly as rare ones",
        )
    optimizer = subject.optimizer
    if getattr(embedding, "sparse", False) and not isinstance(optimizer, TAKE_SPARSE):
        with_what = type(optimizer).__name__ if optimizer else "Adam and AdamW"
        yield problem(
            f"sparse=True gives gradients that {with_what} cannot take",
            "drop sparse=True, which saves nothing beside a dense head, or use SparseAdam",
        )


def _frozen(embedding: nn.Module, head: nn.Module) -> Iterator[Finding]:
    for name, end in (("input", embedding), ("output", head)):
        if not end.weight.requires_grad:
            yield warning(
                f"the {name} table is frozen: no row of it ever learns",
                "weight.requires_grad_(True), or from_pretrained(..., freeze=False), unless meant",
            )
