"""Each term of the glossary is introduced, in bold, in the section that its entry links to."""

import re

import pytest

from bookbuild.paths import BOOK

ENTRY = re.compile(
    r"^(\S.*)\n  .*\[\d\d\]\(\.\./notebooks/(\w+)\.ipynb(?:#([\w-]+))?\)$", re.MULTILINE
)
ENTRIES = ENTRY.findall((BOOK / "glossary.md").read_text(encoding="utf-8"))
# Where the text has another form of the word.
FORMS = {
    "learned table of positions": "learned table",
    "NTK-aware scaling": "NTK-aware",
    "pairs and halves": '"pairs"',
}


def slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def section(chapter: str, anchor: str) -> str:
    """The text under a heading, or the chapter's opening where there is no anchor."""
    text = (BOOK / "chapters" / f"{chapter}.md").read_text(encoding="utf-8")
    opening, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    if not anchor:
        return opening
    return next(part for part in parts if slug(part.partition("\n")[0]) == anchor)


@pytest.mark.parametrize(("term", "chapter", "anchor"), ENTRIES, ids=[one[0] for one in ENTRIES])
def test_a_term_is_introduced_where_its_entry_says(term, chapter, anchor):
    word = re.escape(FORMS.get(term, term))
    assert re.search(rf"\*\*{word}(e?s)?\.?\*\*", section(chapter, anchor), re.IGNORECASE)


def test_every_entry_was_read_and_they_are_sorted():
    text = (BOOK / "glossary.md").read_text(encoding="utf-8")
    terms = re.findall(r"^(\S.*)\n  \S", text, re.MULTILINE)
    assert terms == [term for term, _, _ in ENTRIES]
    assert terms == sorted(terms, key=str.lower)
