"""Each entry of the clinic is whole, runs on its own, and leads to a section that exists."""

import ast
import re

import pytest

from bookbuild.paths import BOOK
from tests.book.test_glossary import slug

CHAPTERS = BOOK / "chapters"
ABOUT = re.compile(r"\n\n\*\*Cause:\*\* (.+)\. \*\*Chapter:\*\* \[(.+)\]\((\w+)\.ipynb#(.+)\)\n\n")
LABELS = re.compile(r"# (check|repair|guard)\b")

OPENING, *PARTS = re.split(r"^### ", (CHAPTERS / "21_clinic.md").read_text("utf-8"), flags=re.M)
ENTRIES = [part.partition("\n## ")[0] for part in PARTS]
KINDS = re.findall(r"^- \*\*(.+)\*\*:", OPENING, re.MULTILINE)


def cells(text: str) -> list[str]:
    return re.findall(r"^```\{code-cell\} ipython3\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def title(text: str) -> str:
    return text.partition("\n")[0]


each_entry = pytest.mark.parametrize("entry", ENTRIES, ids=title)


def test_there_are_enough_and_each_symptom_stands_once():
    assert len(ENTRIES) >= 27
    assert len({slug(title(entry)) for entry in ENTRIES}) == len(ENTRIES)


def test_every_kind_of_cause_that_the_opening_lists_occurs_and_no_other():
    assert {ABOUT.search(entry)[1] for entry in ENTRIES} == set(KINDS)


@each_entry
def test_an_entry_leads_to_a_section_and_names_its_chapter(entry):
    name, chapter, anchor = ABOUT.search(entry).groups()[1:]
    lines = (CHAPTERS / f"{chapter}.md").read_text("utf-8").splitlines()
    assert f"# {name}" in lines
    assert anchor in {slug(line[3:]) for line in lines if line.startswith("## ")}


@each_entry
def test_the_symptom_is_asserted_and_then_checked_repaired_and_guarded(entry):
    *symptom, cure = cells(entry)
    assert any("assert" in cell for cell in symptom)
    assert list(dict.fromkeys(LABELS.findall(cure))) == ["check", "repair", "guard"]


@each_entry
def test_an_entry_runs_on_its_own(entry):
    run(cells(OPENING) + cells(entry))


@each_entry
def test_the_guard_would_have_caught_it(entry):
    """Without the repair the guard fails, and it is not the code before it that does."""
    *symptom, cure = cells(entry)
    names = run(cells(OPENING) + symptom)
    for statement in ast.parse(cure).body:
        code = "\n".join(cure.splitlines()[statement.lineno - 1 : statement.end_lineno])
        if "# guard" in code:
            with pytest.raises((AssertionError, IndexError)):
                exec(code, names)
            return
        if "# repair" not in code and not isinstance(statement, ast.Assert):
            exec(code, names)
    pytest.fail("no guard")


def run(code: list[str]) -> dict:
    names = {}
    for cell in code:
        exec(cell, names)
    return names


@each_entry
def test_its_chapter_links_back(entry):
    chapter = (CHAPTERS / f"{ABOUT.search(entry)[3]}.md").read_text("utf-8")
    assert f"(21_clinic.ipynb#{slug(title(entry))})" in chapter
