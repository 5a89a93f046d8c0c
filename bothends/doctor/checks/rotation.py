"""Position enters as a rotation: lengths are kept, and only distances count."""

from collections.abc import Iterator

from bothends.doctor.finding import Finding, ok, problem, unchecked
from bothends.doctor.rotation_probe import cannot_tell, first_mistake, turns
from bothends.doctor.subject import Subject

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
        wrong, length = first_mistake(calls), calls[0].keys.shape[1]
        well = ok(f"lengths are kept and only distance counts, over {length} positions")
        yield problem(wrong, TURN) if wrong else well


def _no_turn(subject: Subject) -> Finding:
    claimed = subject.setting("rope_parameters", "rope_theta", "rotary_dim", "rope")
    if (claimed and not subject.setting("alibi")) or subject.convention:
        return problem("a rotation is asked for, but queries and keys do not turn", TURN)
    return unchecked("queries and keys do not turn, and the config asks for no rotation")
