"""The pairs of every layer turn at the speeds that the config asks for."""

from collections.abc import Iterator

from bothends.doctor.finding import Finding, ok, problem, unchecked
from bothends.doctor.pairs import read_pairs
from bothends.doctor.rotation_probe import even, rotates, tolerance, turns
from bothends.doctor.subject import Subject
from bothends.doctor.watch import Attended
from bothends.rope import RopeParameters, inverse_frequencies, rope_parameters

REMEDY = (
    "form each layer's frequencies from the config's base, the rotated width (not head_dim, if "
    "only a part turns) and its scaling: bothends.rope.rope_parameters(config, layer) reads them"
)


def look(subject: Subject) -> Iterator[Finding]:
    """Compare the angle of one step, layer by layer and pair by pair, with the config's."""
    calls = subject.turns
    if not rotates(calls):
        yield unchecked("there is no rotation to read: see above")
        return
    try:
        asked = _asked(subject, calls)
    except ValueError as error:
        yield unchecked(str(error))
        return
    may_rest = (
        len(set(subject.setting("layer_types") or ())) > 1
    )  # as whole-text layers in Cohere 2
    said = [
        _said(call, f"layer {layer}", one, may_rest)
        for layer, (call, one) in enumerate(zip(calls, asked, strict=True))
    ]
    wrong = [sentence for sentence in said if sentence]
    if wrong:
        yield problem(wrong[0], REMEDY)
    else:
        yield _well(said.count(""), len(calls))


def _well(read: int, layers: int) -> Finding:
    if not read:
        return unchecked("a rotation that cannot be read pair by pair")
    rest = "" if read == layers else "; the others could not be read"
    return ok(f"in {read} of {layers} layers the pairs turn at the config's speeds{rest}")


def _asked(subject: Subject, calls: list[Attended]) -> list[RopeParameters | None]:
    """Return what each attention is to turn by; ValueError if the config does not say."""
    head_dim = calls[0].keys.shape[-1]
    if subject.setting("model_type") == "gptj":
        width = subject.setting("rotary_dim") or head_dim
        return [RopeParameters(width, 10_000.0, None)] * len(calls)
    layers = subject.setting("num_hidden_layers", "n_layer") or len(calls)
    config = getattr(subject.model, "config", None)
    asked = [rope_parameters(config, layer, head_dim=head_dim) for layer in range(layers)]
    if len(calls) == layers:
        return asked
    if len(set(asked)) > 1:
        raise ValueError(f"{len(calls)} attentions were seen, but {layers} layers differ")
    return asked[:1] * len(calls)


def _said(call: Attended, layer: str, asked: RopeParameters | None, may_rest: bool) -> str | None:
    """Return what is wrong with a layer, nothing if it is well, None if it cannot be read."""
    if asked is None or not even(call):
        return None
    if not turns(call):
        return None if may_rest else f"{layer} does not turn, and the config says that it does"
    pairs = read_pairs(call)
    if pairs is None:
        return None
    wanted = inverse_frequencies(
        asked.width, asked.base, scaling=asked.scaling, seq_len=call.keys.shape[1]
    ).to(call.keys.device)
    found = pairs.angles[: len(wanted)].to(wanted)
    if len(found) < len(wanted):
        return f"{layer}: {len(found)} pairs turn, not {len(wanted)}"
    wrong = (~((found - wanted).abs() <= 0.02 * wanted + 0.1 * tolerance(call))).nonzero()
    if not len(wrong):
        return ""
    i = int(wrong[0])
    return f"{layer}, pair {i} turns {found[i]:.5g} rad a token, not {wanted[i]:.5g}"
