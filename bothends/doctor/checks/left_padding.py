"""A row padded on the left gives what it gives alone."""

from collections.abc import Iterator

from torch.nn import functional as F

from bothends.doctor import forward
from bothends.doctor.finding import Finding, ok, problem, unchecked
from bothends.doctor.rotation_probe import first_mistake
from bothends.doctor.subject import Subject

PADS = 3


def look(subject: Subject) -> Iterator[Finding]:
    """Run one row alone, then behind three padded slots that are masked."""
    takes = forward.arguments(subject.randomized)
    if "attention_mask" not in takes:
        yield unchecked("forward takes no attention_mask")
        return
    if first_mistake(subject.turns):
        yield unchecked("positions are not right without padding either: see the other findings")
        return
    ids = subject.ids(1, 12)
    mask = F.pad(ids.new_ones(ids.shape), (PADS, 0))
    more = {"attention_mask": mask}
    if "position_ids" in takes:
        more["position_ids"] = (mask.cumsum(-1) - 1).clamp(min=0)
    alone = forward.logits(subject.randomized, ids)
    behind = forward.logits(
        subject.randomized, F.pad(ids, (PADS, 0), value=subject.pad_id or 0), **more
    )
    moved = ((behind[:, PADS:] - alone).abs().max() / alone.abs().max()).item()
    if moved <= forward.rounding(alone):
        yield ok(f"{PADS} masked slots before a row change nothing")
    else:
        yield problem(
            f"{PADS} masked slots before a row move its logits by {moved:.2g} of the largest",
            "mask padded keys in every attention, and count positions from the first real token, "
            "or at least for queries and cached keys alike",
        )
