"""Every Parameter comes out of the file, and every tensor of the file into the model."""

from collections.abc import Iterator

from bothends.doctor.finding import Finding, ok, problem, some, unchecked
from bothends.doctor.subject import Subject

REMEDIES = {
    "missing": "a Parameter that is not in the file stays at random: save it under this name, or "
    "tie before loading if it is the other end of a tie",
    "unexpected": "what the model has no place for is lost: build the model that was saved",
    "mismatched": "build the model with the rows that were saved: tokenizer size, padding and all",
    "conflicting": "a tie keeps one of two tables: untie the model, or drop the wrong one",
}


def look(subject: Subject) -> Iterator[Finding]:
    """Report what the loader could not place."""
    if subject.checkpoint is None:
        yield unchecked("no checkpoint was loaded")
        return
    lists = {kind: getattr(subject.checkpoint, kind) for kind in REMEDIES}
    for kind, names in lists.items():
        if names:
            yield problem(f"{kind}: {some(names)}", REMEDIES[kind])
    if not any(lists.values()):
        yield ok("every name in the file and in the model found its other half")
