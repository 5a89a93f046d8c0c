"""The pairs turn at the speeds that the config asks for."""

from collections.abc import Iterator

from torch import Tensor

from bothends.doctor.finding import Finding, ok, problem, unchecked
from bothends.doctor.pairs import read_pairs
from bothends.doctor.rotation_probe import rotates, tolerance
from bothends.doctor.subject import Subject
from bothends.rope import inverse_frequencies
from bothends.scaling import Linear, Llama3

# transformers' names for scalings whose speeds do not depend on the length of the input.
SCALINGS = {
    "default": lambda asked: None,
    "linear": lambda asked: Linear(asked["factor"]),
    "llama3": lambda asked: Llama3(
        asked["factor"],
        asked["low_freq_factor"],
        asked["high_freq_factor"],
        asked["original_max_position_embeddings"],
    ),
}


def look(subject: Subject) -> Iterator[Finding]:
    """Compare the angle of one step, pair by pair, with the config's."""
    calls = subject.turns
    if not rotates(calls) or not (pairs := read_pairs(calls[0])):
        yield unchecked("there is no rotation to read: see above")
        return
    wanted = _wanted(subject, calls[0].keys.shape[-1])
    if wanted is None:
        yield unchecked("the config names no base, or a scaling that is not known here")
        return
    found = pairs.angles[: len(wanted)].double()
    wrong = ~((found - wanted).abs() <= 0.02 * wanted + 0.1 * tolerance(calls[0]))
    if len(found) < len(wanted):
        yield _problem(f"{len(found)} pairs turn, not {len(wanted)}")
    elif wrong.any():
        i = int(wrong.nonzero()[0])
        yield _problem(f"pair {i} turns {found[i]:.4g} rad a token, not {wanted[i]:.4g}")
    else:
        yield ok(f"{len(wanted)} pairs turn at the config's speeds")


def _problem(found: str) -> Finding:
    return problem(
        found,
        "form the frequencies from the config's base, the rotated width (not head_dim, if only a "
        "part turns) and its scaling: bothends.rope.inverse_frequencies(width, base)",
    )


def _wanted(subject: Subject, head_dim: int) -> Tensor | None:
    """Return the frequencies that the config asks for, or None if it does not say."""
    if subject.setting("model_type") == "gptj":
        return inverse_frequencies(subject.setting("rotary_dim") or head_dim, 10_000.0)
    asked = subject.setting("rope_parameters") or {}
    if "rope_theta" not in asked:
        base = subject.setting("rope_theta", "base")
        return None if base is None else inverse_frequencies(head_dim, base)
    kind = asked.get("rope_type", "default")
    if kind not in SCALINGS:
        return None
    width = int(head_dim * asked.get("partial_rotary_factor", 1.0))
    return inverse_frequencies(width, asked["rope_theta"], scaling=SCALINGS[kind](asked))
