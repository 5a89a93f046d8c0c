"""The tokenizer and the tables belong together."""

from collections.abc import Iterator

from bothends.doctor.finding import Finding, ok, problem, unchecked
from bothends.doctor.subject import Subject
from bothends.tying import ends
from bothends.tying.identity import stale_sizes
from bothends.vocab import Contract

SPECIAL = ("bos_token_id", "eos_token_id", "pad_token_id")


def look(subject: Subject) -> Iterator[Finding]:
    """Check sizes and special ids, then the tokenizer, against a contract if there is one."""
    found = [*_heads(subject), *_special(subject)]
    yield from found
    if subject.tokenizer is None:
        yield unchecked("no tokenizer was given: --tokenizer tokenizer.json")
    elif not found:
        yield from _tokenizer(subject)


def _heads(subject: Subject) -> Iterator[Finding]:
    head = ends(subject.model)[1]
    bias = getattr(head, "bias", None)
    if bias is not None and len(bias) != len(head.weight):
        yield problem(
            f"the head scores {len(head.weight)} rows, but its bias has {len(bias)}",
            "grow table, head and bias together: bothends.vocab.grow(model, tokenizer_size)",
        )
    for sentence in stale_sizes(*ends(subject.model)):
        yield problem(sentence, "correct it: code that loads or resizes believes the module")


def _special(subject: Subject) -> Iterator[Finding]:
    rows = len(ends(subject.model)[0].weight)
    for name in SPECIAL:
        id_ = subject.setting(name)
        if isinstance(id_, int) and not 0 <= id_ < rows:
            yield problem(
                f"the config's {name} is {id_}, but the table has rows 0 to {rows - 1}",
                f"set {name} to the tokenizer's: an id without a row is never read or written",
            )


def _tokenizer(subject: Subject) -> Iterator[Finding]:
    try:
        here = Contract.of(subject.model, subject.tokenizer)
        (subject.contract or here).check(subject.model, subject.tokenizer)
    except ValueError as error:
        yield problem(
            str(error), "load the tokenizer saved with this model, or bothends.vocab.grow"
        )
        return
    kept = "as agreed" if subject.contract else "no contract to compare with: --contract FILE"
    yield ok(
        f"{here.tokenizer_size} tokens, {here.valid_size} ids, {here.rows} rows, "
        f"fingerprint {here.fingerprint}; {kept}"
    )
