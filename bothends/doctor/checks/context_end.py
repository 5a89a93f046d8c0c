"""Beyond the last position comes an error or the right angle, never silence."""

from collections.abc import Iterator

from bothends.doctor import ask
from bothends.doctor.finding import Finding, ok, problem, unchecked
from bothends.doctor.subject import Subject
from bothends.doctor.turning import drift, even, tolerance, turns
from bothends.doctor.watch import watching

GUARD = (
    "check offset + length <= max_len before slicing cos and sin, since a slice shrinks in "
    "silence and one row broadcasts: bothends.rope.RopeCache.at raises instead"
)
BEYOND = 3


def look(subject: Subject) -> Iterator[Finding]:
    """Decode across the end: one position is left for three tokens."""
    why = _cannot(subject)
    if why:
        yield unchecked(why)
        return
    ids = subject.ids(1, 1).expand(1, subject.max_len - 1)
    _, cache = ask.next_logits(subject.twin, ids, None)
    try:
        with watching(subject.twin) as seen:
            logits, _ = ask.next_logits(subject.twin, ids[:, :BEYOND], cache)
    except Exception as error:  # whichever guard the model has
        yield ok(f"position {subject.max_len} is refused: {type(error).__name__}: {error}")
        return
    if logits.shape[1] != BEYOND:
        yield problem(f"{BEYOND} tokens across the end gave {logits.shape[1]} logits", GUARD)
        return
    turned = [call for call in seen if even(call) and turns(call)]
    if any(drift(call) > tolerance(call) for call in turned):
        yield problem(
            f"tokens beyond position {subject.max_len - 1} are turned as if they stood elsewhere",
            GUARD,
        )
    elif turned:
        yield ok(f"angles go on beyond position {subject.max_len - 1}")
    else:
        yield unchecked(f"positions beyond {subject.max_len - 1} run, and no rotation shows how")


def _cannot(subject: Subject) -> str | None:
    if not ask.can_cache(subject.twin):
        return "forward takes no cache"
    if subject.max_len is None:
        return "the config names no longest context"
    if subject.max_len > subject.longest:
        return f"it takes {subject.max_len} tokens: allow them by --longest {subject.max_len}"
    if subject.device.type != "cpu":
        return f"an index error would end {subject.device}: run it on the CPU"
    return None
