"""What position did to queries and keys that were all the same before."""

import torch
from torch import Tensor

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
    return spread(call.keys.transpose(0, 1)) > 10 * tolerance(call)


def tolerance(call: Attended) -> float:
    """Return what rounding may do, as a share of the largest value."""
    return max(1e-3, 16 * torch.finfo(call.states.dtype).eps)


def spread(x: Tensor) -> float:
    """Return how far rows differ from the first one, as a share of the largest value."""
    return ((x - x[:1]).abs().max() / x.abs().max()).item()


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
