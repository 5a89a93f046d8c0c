"""Padding is an id of its own, and its row is what its reader thinks."""

from collections.abc import Iterator

from torch import nn

from bothends.doctor.finding import Finding, ok, problem, unchecked, warning
from bothends.doctor.subject import Subject
from bothends.tying import ends, is_tied

REZERO = (
    "padding_idx only stops the lookup's gradient: zero the row after the last initialisation, "
    "table.weight.data[pad] = 0, and keep padding out by the attention mask and ignore_index"
)


def look(subject: Subject) -> Iterator[Finding]:
    """Look at the padding row, and at what else its id means."""
    if subject.pad_id is None:
        yield unchecked("no padding: neither a padding_idx nor a pad_token_id in the config")
        return
    embedding, head = ends(subject.model)
    found = [*_ids(subject, embedding), *_row(embedding, head)]
    yield from found or [_well(subject.pad_id, embedding, head)]


def _ids(subject: Subject, embedding: nn.Module) -> Iterator[Finding]:
    pad, frozen = subject.pad_id, getattr(embedding, "padding_idx", None)
    if frozen is not None and frozen != pad:
        yield problem(
            f"the config pads with id {pad}, but the table freezes row {frozen}",
            "give nn.Embedding the padding_idx that the tokenizer pads with",
        )
    if pad == subject.setting("eos_token_id"):
        yield warning(
            f"id {pad} is both padding and end of text: labels masked by id lose every ending, "
            "and the model never learns to stop",
            "mask labels by the attention mask, or give padding an id of its own",
        )
    special = _special_ids(subject.tokenizer)
    if special and pad not in special:
        yield problem(
            f"id {pad} is padding for the model and an ordinary token for the tokenizer",
            "give padding an id of its own: a real token with this id never learns",
        )


def _special_ids(tokenizer: object | None) -> set[int]:
    """Return the ids that the tokenizer calls special: none, if it calls none so."""
    if hasattr(tokenizer, "all_special_ids"):
        return set(tokenizer.all_special_ids)
    if hasattr(tokenizer, "get_added_tokens_decoder"):
        return {i for i, t in tokenizer.get_added_tokens_decoder().items() if t.special}
    return set()


def _row(embedding: nn.Module, head: nn.Module) -> Iterator[Finding]:
    frozen = getattr(embedding, "padding_idx", None)
    if frozen is None or not embedding.weight[frozen].any():
        return
    length = embedding.weight[frozen].norm().item()
    found = f"padding_idx={frozen} is set, but its row has norm {length:.3g}"
    if is_tied(embedding, head):
        yield warning(f"{found}: initialised after, or moved by the tied head", REZERO)
    else:
        yield problem(f"{found}: initialised or assigned after the constructor zeroed it", REZERO)


def _well(pad: int, embedding: nn.Module, head: nn.Module) -> Finding:
    if getattr(embedding, "padding_idx", None) is None:
        return ok(f"padding is id {pad}, an ordinary row: masks alone keep it out")
    moves = ", but the tied head will move it" if is_tied(embedding, head) else ""
    return ok(f"row {pad} is zero, and the lookup leaves it so{moves}")
