"""The optimizer holds each Parameter of the model once, and nothing else."""

from collections import Counter
from collections.abc import Iterator

from torch import Tensor, nn
from torch.optim import Optimizer

from bothends.doctor.finding import Finding, ok, problem, some, unchecked
from bothends.doctor.subject import Subject

REBUILD = (
    "build the groups from model.named_parameters(), which names each Parameter once, after "
    "tying, loading and growing; bothends.vocab.grow keeps an optimizer up to date"
)


def look(subject: Subject) -> Iterator[Finding]:
    """Count every Parameter in the optimizer's groups."""
    if subject.optimizer is None:
        yield unchecked("no optimizer was given: let the factory return (model, optimizer)")
        return
    found = list(_mistakes(subject.model, subject.optimizer))
    for sentence in found:
        yield problem(sentence, REBUILD)
    if not found:
        yield ok(f"each trained Parameter is in one of {_groups(subject.optimizer)} once")


def _mistakes(model: nn.Module, optimizer: Optimizer) -> Iterator[str]:
    names = {id(p): name for name, p in model.named_parameters()}
    held = [p for group in optimizer.param_groups for p in group["params"]]
    times = Counter(map(id, held))
    missing = [n for n, p in model.named_parameters() if p.requires_grad and id(p) not in times]
    if missing:
        yield f"{some(missing)} will never learn: the optimizer does not hold it"
    twice = [names.get(key, "a Parameter") for key, count in times.items() if count > 1]
    if twice:
        yield f"{some(twice)} is in the optimizer more than once: it takes two steps at a time"
    strangers = [tuple(p.shape) for p in held if id(p) not in names]
    if strangers:
        yield f"the optimizer holds {some(strangers)}, which the model no longer uses"
    for p in held:
        if any(_misfits(value, p) for value in optimizer.state.get(p, {}).values()):
            yield f"the optimizer's moments of {names.get(id(p))} have another shape than it has"


def _misfits(value: object, parameter: Tensor) -> bool:
    return isinstance(value, Tensor) and value.ndim > 0 and value.shape != parameter.shape


def _groups(optimizer: Optimizer) -> str:
    count = len(optimizer.param_groups)
    return f"{count} group{'s' if count > 1 else ''}"
