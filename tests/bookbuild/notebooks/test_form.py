"""The form of a chapter: what the press measures, and what it refuses."""

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from bookbuild.errors import BookError
from bookbuild.notebooks import form
from bookbuild.notebooks.page import Page
from bookbuild.paths import ROOT


def cell(lines=6, shows=True, picture=False, tags=()):
    data = {"image/svg+xml": "<svg/>"} if picture else {"text/plain": "1"}
    outputs = [new_output("display_data", data=data)] if shows else []
    code = "\n".join(["x"] * lines)
    return new_code_cell(code, outputs=outputs, metadata={"tags": list(tags)})


def chapter(cells=30, words=2000, pictures=4, first=0, **odd):
    """Return a notebook in which every second cell is code; `odd` is what its last cell shows."""
    prose = [new_markdown_cell("a " * (words // (cells // 2))) for _ in range(cells // 2)]
    code = [cell(picture=first <= n < first + pictures) for n in range(cells - cells // 2)]
    code[-1] = cell(**odd) if odd else code[-1]
    return new_notebook(cells=[c for pair in zip(code, prose, strict=True) for c in pair])


@pytest.mark.parametrize(
    ("nb", "complaint"),
    [
        (chapter(cells=24), "it has 24 cells: 25 to 40"),
        (chapter(cells=42), "it has 42 cells: 25 to 40"),
        (chapter(words=2850), "it has 2850 words: cut to 2,800"),
        (chapter(pictures=3), "it has 3 pictures: add up to 4"),
        (chapter(words=2700, pictures=4), "it has 4 pictures: add up to 5"),
        (chapter(first=6), "no picture stands in its first third"),
        (chapter(lines=13), "its longest code cell has 13 lines: cut to 12"),
        (
            new_notebook(cells=[cell(lines=7) for _ in range(30)]),
            "its median code cell has 7 lines",
        ),
        (
            new_notebook(cells=[cell(tags=["hide-cell"] * (n < 13)) for n in range(30)]),
            "57% of its code cells show something: 60% should",
        ),
    ],
)
def test_what_is_not_as_it_should_be_is_told_with_its_number(nb, complaint):
    assert any(found.startswith(complaint) for found in form.measure(nb).complaints())


def test_a_chapter_in_form_is_not_complained_of():
    assert form.measure(chapter()).complaints() == []


def test_every_chapter_that_is_excused_is_there():
    there = {path.stem for path in (ROOT / "book/chapters").glob("*.md")}
    assert there >= form.FIRST_EDITION


def test_a_chapter_is_held_to_it_once_the_contents_list_it(tmp_path):
    source, target = tmp_path / "book/chapters/09_new.md", tmp_path / "notebooks/09_new.ipynb"
    page, draft = Page(tmp_path, source, target), chapter(cells=24)
    page._ask_form(draft)
    (tmp_path / "_toc.yml").write_text("- file: notebooks/09_new\n")
    with pytest.raises(BookError, match=r"book/chapters/09_new.md: it has 24 cells"):
        page._ask_form(draft)
