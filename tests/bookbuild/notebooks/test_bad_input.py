"""Bad input is answered in one line that names it, and leaves no half-written file."""

import errno
import os
import sys

import pytest

from bookbuild.__main__ import main as book
from bookbuild.notebooks import command
from bookbuild.notebooks.record import NAME
from tests.bookbuild.notebooks.small_book import CHAPTER, CHAPTER_PAGE, HEADER, write

pytestmark = pytest.mark.usefixtures("kernels")
CELL = "```{code-cell} ipython3\nx = 1\n```\n"


def meta(text):
    return f"{HEADER}\n```{{code-cell}} ipython3\n---\n{text}\n---\nx = 1\n```\n".encode()


@pytest.fixture
def run(root, monkeypatch, capsys):
    """Run the command on the small book; return its status, and what it says of the first page."""

    def run(*arguments):
        monkeypatch.setattr(command.main, "__defaults__", (root,))
        before = (root / CHAPTER_PAGE).read_bytes() if (root / CHAPTER_PAGE).is_file() else None
        capsys.readouterr()
        status = book(["notebooks", *arguments])
        said = capsys.readouterr().err.splitlines()
        if before:
            assert (root / CHAPTER_PAGE).read_bytes() == before
        assert not [path for path in root.rglob("*.part") if path.is_file()]
        return status, [line for line in said if not line.endswith("see above")]

    return run


@pytest.mark.parametrize(
    "content, complaint",
    [
        (b"", "has no cells"),
        (b"\xff\xfe\x00", "can't decode byte"),
        (b"---\njupytext: [\n---\n" + CELL.encode(), "while parsing a flow node"),
        (b"---\njupytext:\n  x: 1\n" + CELL.encode(), "cannot start any token"),
        (meta("a: ["), "could not be read"),
        (meta("- 1"), "not of type 'object'"),
        (meta("when: 2020-01-01"), "date is not JSON"),
        (meta("tags: hide-input"), "not of type 'array'"),
        (meta("mystnb: 3"), "cell 'x = 1': its metadata 'mystnb' are no mapping"),
        (meta("tags: [hide_input]"), "cell 'x = 1': the tag 'hide_input'"),
        (f"{HEADER}\n{CELL}".replace("x = 1", "%%capture").encode(), "no Python, or a magic"),
        (f"{HEADER}\n{CELL}".replace("x = 1", "x = (").encode(), "'x = (' is no Python"),
    ],
)
def test_a_source_that_makes_no_notebook(root, run, content, complaint):
    (root / "book/chapters/01_page.md").write_bytes(content)
    status, said = run()
    assert status == 1 and len(said) == 1
    assert said[0].startswith("not pressed: ") and "01_page.md" in said[0]
    assert complaint in said[0]


def test_a_source_with_a_byte_order_mark_or_without_a_head_is_one_all_the_same(root, run):
    for text in ("\ufeff" + HEADER + CHAPTER, "# A page\n" + CHAPTER):
        (root / "book/chapters/01_page.md").write_text(text, encoding="utf-8")
        assert run() == (0, [])


@pytest.mark.parametrize("settings", [b"\xff", b"a: [", b"", b"repository: 3", b"repository: {}"])
def test_settings_without_a_repository(root, run, settings):
    (root / "_config.yml").write_bytes(settings)
    status, said = run("01_page")
    assert status == 1 and len(said) == 1
    assert said[0].startswith("not pressed: _config.yml has no repository with url and branch: ")


def test_a_folder_without_a_book(root, run):
    for path in root.glob("book/*/*.md"):
        path.unlink()
    said = f"book: no sources in {root / 'book'}: bring back book/ from the repository"
    assert run() == (2, [said])


def test_a_folder_where_a_notebook_should_be(root, run):
    (root / CHAPTER_PAGE).unlink()
    (root / CHAPTER_PAGE).mkdir()
    status, said = run()
    assert status == 1 and said == [f"not pressed: {CHAPTER_PAGE}: Is a directory"]


def test_a_record_that_cannot_be_written(root, run):
    (root / NAME).unlink()
    (root / NAME).mkdir()
    status, said = run()
    assert status == 2 and len(said) == 1
    assert said[0].startswith("book: what was pressed cannot be remembered: ")


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is Linux's")
def test_a_full_disk(root, run):
    write(root, "chapters/01_page.md", CHAPTER + "\nMore.\n")
    (root / "notebooks/.01_page.ipynb.part").symlink_to("/dev/full")
    status, said = run()
    assert status == 1
    assert said == [f"not pressed: {CHAPTER_PAGE}: {os.strerror(errno.ENOSPC)}"]
