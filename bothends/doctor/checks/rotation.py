"""Position enters as a rotation: lengths are kept, and only distances count."""

from collections.abc import Iterator

from bothends.doctor.finding import Finding, ok, problem, unchecked
from bothends.doctor.subject import Subject
from bothends.doctor.turning import cannot_tell, drift, even, spread, tolerance, turns
from bothends.doctor.watch import Attended

TURN = (
    "cos and sin must be laid out as the rotation pairs channels, indexed by position and not by "
    "head, from integer positions and float32 angles: compare with bothends.rope.rotate"
)


def look(subject: Subject) -> Iterator[Finding]:
    """Examine what one id at every position becomes, layer by layer."""
    calls = subject.turns
    why = cannot_tell(calls)
    if why:
        yield unchecked(why)
    elif not any(map(turns, calls)):
        yield _no_turn(subject)
    else:
        wrong = ((i, _mistake(call)) for i, call in enumerate(calls) if even(call))
        first = next(((i, mistake) for i, mistake in wrong if mistake), None)
        if first:
            yield problem(f"layer {first[0]}: {first[1]}", TURN)
        else:
            length = calls[0].keys.shape[1]
            yield ok(f"lengths are kept and only distance counts, over {length} positions")


def _no_turn(subject: Subject) -> Finding:
    claimed = subject.setting("rope_parameters", "rope_theta", "rotary_dim", "rope")
    if claimed or subject.convention:
        return problem("a rotation is asked for, but queries and keys do not turn", TURN)
    return unchecked("queries and keys do not turn, and the config asks for no rotation")


def _mistake(call: Attended) -> str | None:
    """Return what is wrong in one layer, or None."""
    for name, x in (("queries", call.queries), ("keys", call.keys)):
        lengths = x.norm(dim=-1).transpose(0, 1)
        if spread(lengths) > tolerance(call):
            low, high = lengths.aminmax()
            return f"{name} of one state have lengths {low:.3g} to {high:.3g}: this is no rotation"
    moved = drift(call)
    if moved > tolerance(call):
        return f"scores of one distance differ by {moved:.2g} of the largest"
    return None
