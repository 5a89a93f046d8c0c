"""Channels pair, and turn, as the weights expect."""

from collections.abc import Iterator

from bothends import rope
from bothends.doctor.finding import Finding, ok, problem, unchecked
from bothends.doctor.pairs import read_pairs
from bothends.doctor.rotation_probe import rotates
from bothends.doctor.subject import Subject
from bothends.rope import Convention

# transformers' model types; what others use is for the reader to say, with --convention.
KNOWN = {
    "gemma": rope.LLAMA_HF,
    "gpt_neox": rope.GPT_NEOX,
    "gptj": rope.GPT_J,
    "llama": rope.LLAMA_HF,
    "mistral": rope.LLAMA_HF,
    "nanochat": rope.NANOCHAT,
    "qwen2": rope.LLAMA_HF,
    "qwen3": rope.LLAMA_HF,
}


def look(subject: Subject) -> Iterator[Finding]:
    """Read the convention off the keys, and compare it with the expected one."""
    calls = subject.turns
    if not rotates(calls):
        yield unchecked("there is no rotation to read: see above")
        return
    pairs = read_pairs(calls[0])
    if pairs is None:
        yield unchecked("a rotation, but of neither halves nor pairs")
        return
    here, wanted = pairs.convention, _expected(subject)
    if wanted is None:
        yield ok(f"{_words(here)}; nothing to compare with: --convention NAME")
    elif here == wanted:
        yield ok(f"{_words(here)}, as expected")
    else:
        yield problem(
            f"{_words(here)}, but these weights expect {_words(wanted)}",
            "rotate as the weights expect, or reorder the rows of queries and keys: "
            "bothends.rope.convert(weight, n_head, source, target)",
        )


def _expected(subject: Subject) -> Convention | None:
    said = subject.convention or subject.setting("rope")
    return said if isinstance(said, Convention) else KNOWN.get(subject.setting("model_type"))


def _words(convention: Convention) -> str:
    return f"{convention.pairing}, sign {convention.sign:+d}"
