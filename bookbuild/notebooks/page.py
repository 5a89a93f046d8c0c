"""One page: a source, the notebook pressed from it, and what may happen to that notebook."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from nbformat import NotebookNode

from bookbuild.errors import BookError
from bookbuild.notebooks import colab, lint, source
from bookbuild.notebooks.imports import package_files
from bookbuild.notebooks.pressed import (
    CellError,
    code,
    digest,
    execute,
    load,
    normalize,
    texts,
    with_outputs,
    written,
)

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

    def unexecuted(self) -> NotebookNode:
        """Return the page as its source has it."""
        return deepcopy(self._unexecuted)

    @cached_property
    def _unexecuted(self) -> NotebookNode:
        nb = source.read_stub(self.source) if self.is_stub else source.read(self.source)
        colab.add(nb, self.root)
        return nb

    def digest(self, nb: NotebookNode) -> str:
        """Return the hash of what must not be lost from `nb`: in a stub, what somebody typed."""
        return digest(nb, outputs=not self.is_stub)

    def was_edited(self) -> bool:
        """Return whether the target holds something that pressing it again would lose."""
        if not self.target.exists():
            return False
        nb = load(self.target)
        if self.digest(nb) == _marks(nb).get("digest"):
            return False
        return texts(nb) != texts(self._unexecuted)

    @cached_property
    def code(self) -> list[str]:
        """The page's code cells."""
        return code(self._unexecuted)

    @cached_property
    def files(self) -> set[Path]:
        """The files of the package that the code imports."""
        return package_files(self.code, self.root, self.source.stem[:2])

    def kept(self) -> NotebookNode | None:
        """Return the page with the outputs in its file; None if those are not of these cells.

        Raises:
            BookError: a cell holds what no cell may hold.
        """
        nb = load(self.target)
        untouched = self.digest(nb) == _marks(nb).get("digest")
        return self._published(nb) if untouched and code(nb) == self.code else None

    def is_intact(self) -> bool:
        """Return whether the target is, byte for byte, this page with some outputs."""
        kept = self.kept() if self.target.exists() else None
        return kept is not None and written(kept) == self.target.read_bytes()

    def target_to_write(self) -> "Page | None":
        """Return the page to write: this one, a new stub beside somebody's work, or none.

        Raises:
            BookError: the target was edited by hand, and pressing it would lose that.
        """
        if not self.was_edited():
            return self
        if not self.is_stub:
            raise BookError(
                f"{self} was edited by hand and stays as it is: move the change to "
                f"{self.source_name}, or delete the file"
            )
        if os.environ.get("CI"):
            raise BookError(f"{self} holds a solution: delete the file, and press it anew")
        if self._began_as_todays_stub():
            return None
        page = replace(self, target=self.target.with_suffix(".new.ipynb"))
        if page.was_edited():
            raise BookError(f"{self} and {page} both hold work, and stay: rename the second")
        return page

    def executed(self) -> NotebookNode:
        """Return the page as it is published, its cells run now.

        Raises:
            BookError: a cell fails, or holds what no cell may hold.
        """
        self.target.parent.mkdir(exist_ok=True)
        nb = self.unexecuted()
        with self._naming_cells_of(nb):
            lint.check(nb)
            asyncio.run(execute(nb, self.target.parent))
        return self._published(nb)

    def _published(self, ran: NotebookNode) -> NotebookNode:
        nb = with_outputs(self._unexecuted, ran)
        normalize(nb)
        with self._naming_cells_of(nb):
            lint.check(nb)
        nb.metadata[MARKS] = {"source": self.source_name, "digest": self.digest(nb)}
        return nb

    @contextmanager
    def _naming_cells_of(self, nb: NotebookNode) -> Iterator[None]:
        try:
            yield
        except CellError as error:
            first = nb.cells[error.index].source.strip().partition("\n")[0]
            raise BookError(f"{self.source_name}, cell {first!r}: {error}") from error

    def _began_as_todays_stub(self) -> bool:
        return _marks(load(self.target)).get("digest") == self.digest(self._unexecuted)


def all_pages(root: Path) -> list[Page]:
    """Return the pages that the sources under `root` ask for."""
    pages = []
    for path in sorted((root / "book/chapters").glob("*.md")):
        pages.append(Page(root, path, root / f"notebooks/{path.stem}.ipynb"))
    for path in sorted((root / "book/exercises").glob("*.md")):
        pages.append(Page(root, path, root / f"exercises/{path.stem}.ipynb", is_stub=True))
        pages.append(Page(root, path, root / f"solutions/{path.stem}.ipynb"))
    return pages


def learners_work(root: Path) -> list[Page]:
    """Return the exercises under `root` that somebody has begun to solve."""
    return [page for page in all_pages(root) if page.is_stub and page.was_edited()]


def _marks(nb: NotebookNode) -> dict:
    return nb.metadata.get(MARKS, {})
