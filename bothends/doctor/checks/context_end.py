"""Beyond the last position comes an error or the right angle, never silence."""

from collections.abc import Iterator

from torch import Tensor

from bothends.doctor import forward
from bothends.doctor.finding import Finding, ok, problem, unchecked
from bothends.doctor.rotation_probe import cannot_tell, even, first_mistake, turns
from bothends.doctor.subject import Subject
from bothends.doctor.watch import Attended, watching

GUARD = (
    "check offset + length <= max_len before slicing cos and sin, since a slice shrinks in "
    "silence and one row broadcasts: bothends.rope.RopeCache.at raises instead; a base that grows "
    "with the length must not change while keys are cached"
)
BEYOND, BEFORE = 3, 9


def look(subject: Subject) -> Iterator[Finding]:
    """Decode across the end: one position is left for three tokens."""
    why = _cannot(subject)
    if why:
        yield unchecked(why)
        return
    try:
        logits, seen = _across(subject, subject.max_len - 1)
    except Exception as error:  # whichever guard the model has
        yield ok(f"position {subject.max_len} is refused: {type(error).__name__}: {error}")
        return
    if logits.shape[1] != BEYOND:
        yield problem(f"{BEYOND} tokens across the end gave {logits.shape[1]} logits", GUARD)
    else:
        yield _verdict(subject, seen)


def _across(subject: Subject, offset: int) -> tuple[Tensor, list[Attended]]:
    """Return what three tokens give after `offset` others, all of one id, and its first layer.

    Later layers may keep a window of the keys, or states that the first tokens lacked.
    """
    ids = subject.ids(1, 1).expand(1, offset)
    _, cache = forward.next_logits(subject.randomized, ids, None)
    with watching(subject.randomized) as seen:
        logits, _ = forward.next_logits(subject.randomized, ids[:, :BEYOND], cache)
    return logits, seen[:1]


def _verdict(subject: Subject, seen: list[Attended]) -> Finding:
    """Judge three tokens of which two stand beyond the end."""
    end = f"position {subject.max_len - 1}"
    stands_still = bool(seen) and even(seen[0]) and not even(subject.turns[0])
    if first_mistake(seen) or stands_still:
        return problem(f"tokens beyond {end} are treated as if they stood elsewhere", GUARD)
    if cannot_tell(seen) or not turns(seen[0]):
        return unchecked(f"tokens beyond {end} run, and no rotation shows how")
    return ok(f"angles go on beyond {end}")


def _cannot(subject: Subject) -> str | None:
    if not forward.can_cache(subject.randomized):
        return "forward takes no cache"
    if subject.max_len is None:
        return "the config names no longest context"
    if subject.max_len > subject.longest:
        return f"it takes {subject.max_len} tokens: allow them by --longest {subject.max_len}"
    if subject.device.type != "cpu":
        return f"an index error would end {subject.device}: run it on the CPU"
    if first_mistake(subject.turns) or first_mistake(_across(subject, BEFORE)[1]):
        return "positions are not right before the end either: see the other findings"
    return None
