"""What position did to queries and keys that were all the same before."""

from torch import Tensor

from bothends.doctor.forward import rounding
from bothends.doctor.watch import Attended


def cannot_tell(calls: list[Attended]) -> str | None:
    """Return why a rotation cannot be seen in these attentions, or None if it can."""
    if not calls:
        return "no attention was seen: it is neither scaled_dot_product_attention nor a matmul"
    if calls[0].states is None:
        return "no matrix was seen before the attention"
    if not even(calls[0]):
        return "position is added to the input here, so there is no rotation to look at"
    return None


def even(call: Attended) -> bool:
    """Return whether all positions held the same state."""
    return call.states is not None and spread(call.states[0]) <= tolerance(call)


def turns(call: Attended) -> bool:
    """Return whether position does anything to the keys."""
    return not spread(call.keys.transpose(0, 1)) <= tolerance(call)


def tolerance(call: Attended) -> float:
    """Return what rounding may do, as a share of the largest value."""
    return rounding(call.states)


def spread(x: Tensor) -> float:
    """Return how far rows differ from the first one, as a share of the largest value.

    It is nan where x is: compare so that nan counts as different.
    """
    return ((x - x[:1]).abs().max() / x.abs().max().clamp(min=1e-30)).item()


def drift(call: Attended) -> float:
    """Return how much scores of one distance differ, as a share of the lengths' product.

    The queries are those of the last positions that have keys.
    """
    queries, keys = call.queries, call.keys
    scores = queries @ keys.transpose(-2, -1)
    scores = scores / (queries.norm(dim=-1).amax() * keys.norm(dim=-1).amax())
    first = keys.shape[-2] - queries.shape[-2] + 1
    by_distance = [row[..., : first + i].flip(-1) for i, row in enumerate(scores.unbind(-2))]
    longest = by_distance[-1]
    return max((row - longest[..., : row.shape[-1]]).abs().max().item() for row in by_distance)


def rotates(calls: list[Attended]) -> bool:
    """Return whether there is a rotation, and nothing is wrong with it."""
    return not cannot_tell(calls) and turns(calls[0]) and not first_mistake(calls)


def first_mistake(calls: list[Attended]) -> str | None:
    """Return what is no rotation in the first layer where something is not, or None."""
    found = ((layer, _mistake(call)) for layer, call in enumerate(calls) if even(call))
    return next((f"layer {layer}: {wrong}" for layer, wrong in found if wrong), None)


def _mistake(call: Attended) -> str | None:
    for name, x in (("queries", call.queries), ("keys", call.keys)):
        lengths = x.norm(dim=-1).transpose(0, 1)
        if not spread(lengths) <= tolerance(call):
            low, high = lengths.aminmax()
            return f"{name} of one state have lengths {low:.3g} to {high:.3g}"
    moved = drift(call)
    if not moved <= tolerance(call):
        return f"scores of one distance differ by {moved:.2g} of the largest"
    return None
