"""One page: a source, and the notebook that is pressed from it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from nbformat import NotebookNode
from nbformat.validator import iter_validate

from bookbuild.errors import BookError
from bookbuild.notebooks import colab, form, lint, source
from bookbuild.notebooks.execution import CellError, execute
from bookbuild.notebooks.imports import package_files
from bookbuild.notebooks.pressed import code, digest, load, normalize, with_outputs, written

MARKS = "bothends"


@dataclass(frozen=True)
class Page:
    """A notebook to press: where it comes from, where it goes, and whether it is to be solved."""

    root: Path
    source: Path
    target: Path
    is_stub: bool = False

    def __str__(self) -> str:
        return self.target.relative_to(self.root).as_posix()

    @property
    def source_name(self) -> str:
        """The source as the repository's reader would write it."""
        return self.source.relative_to(self.root).as_posix()

    @cached_property
    def unexecuted(self) -> NotebookNode:
        """The page as its source has it."""
        nb = source.read_stub(self.source) if self.is_stub else source.read(self.source)
        colab.add(nb, self.root)
        return nb

    def digest(self, nb: NotebookNode) -> str:
        """Return the hash of what must not be lost from `nb`: in a stub, what somebody typed."""
        return digest(nb, outputs=not self.is_stub)

    def marked_digest(self, nb: NotebookNode) -> str | None:
        """Return the hash that `nb` had when it was pressed, if it was."""
        marks = nb.metadata.get(MARKS)
        return marks.get("digest") if isinstance(marks, dict) else None

    @cached_property
    def code(self) -> list[str]:
        """The page's code cells."""
        return code(self.unexecuted)

    @cached_property
    def files(self) -> set[Path]:
        """The files of the package that the code imports."""
        return package_files(self.code, self.root, self.source.stem[3:])

    def kept(self) -> NotebookNode | None:
        """Return the page with the outputs in its file; None if those are not of these cells.

        Raises:
            BookError: a cell holds what no cell may hold.
        """
        nb = load(self.target)
        untouched = self.digest(nb) == self.marked_digest(nb)
        return self._published(nb) if untouched and code(nb) == self.code else None

    def is_intact(self) -> bool:
        """Return whether the target is, byte for byte, this page with some outputs."""
        kept = self.kept() if self.target.exists() else None
        return kept is not None and self.holds(kept)

    def holds(self, nb: NotebookNode) -> bool:
        """Return whether the target is, byte for byte, the file that `nb` makes."""
        return written(nb) == self.target.read_bytes()

    def executed(self) -> NotebookNode:
        """Return the page as it is published, its cells run now.

        Raises:
            BookError: a cell fails, or holds what no cell may hold.
        """
        self.target.parent.mkdir(exist_ok=True)
        nb = deepcopy(self.unexecuted)
        with self._naming_cells_of(nb):
            lint.check(nb)
            asyncio.run(execute(nb, self.target.parent))
        return self._published(nb)

    def _published(self, ran: NotebookNode) -> NotebookNode:
        nb = with_outputs(self.unexecuted, ran)
        normalize(nb)
        with self._naming_cells_of(nb):
            lint.check(nb)
        self._ask_form(nb)
        nb.metadata[MARKS] = {"source": self.source_name, "digest": self.digest(nb)}
        if error := next(iter_validate(nb), None):
            raise BookError(f"{self.source_name} makes no valid notebook: {error.message}")
        return nb

    def _ask_form(self, nb: NotebookNode) -> None:
        """Hold a chapter that the table of contents lists to the form of a chapter."""
        toc, name = self.root / "_toc.yml", self.target.relative_to(self.root).with_suffix("")
        listed = toc.exists() and f"file: {name.as_posix()}\n" in toc.read_text(encoding="utf-8")
        if not listed or self.source.parent.name != "chapters":
            return
        if self.source.stem not in form.FIRST_EDITION and (told := form.measure(nb).complaints()):
            raise BookError(f"{self.source_name}: {'; '.join(told)}")

    @contextmanager
    def _naming_cells_of(self, nb: NotebookNode) -> Iterator[None]:
        try:
            yield
        except CellError as error:
            first = nb.cells[error.index].source.strip().partition("\n")[0]
            raise BookError(f"{self.source_name}, cell {first!r}: {error}") from error


def all_pages(root: Path) -> list[Page]:
    """Return the pages that the sources under `root` ask for."""
    pages = []
    for path in sorted((root / "book/chapters").glob("*.md")):
        pages.append(Page(root, path, root / f"notebooks/{path.stem}.ipynb"))
    for path in sorted((root / "book/exercises").glob("*.md")):
        pages.append(Page(root, path, root / f"exercises/{path.stem}.ipynb", is_stub=True))
        pages.append(Page(root, path, root / f"solutions/{path.stem}.ipynb"))
    return pages
