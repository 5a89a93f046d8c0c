"""Which outputs still stand: what each page was made from, kept in `_build`, or asked of git."""

import hashlib
import json
import os
import subprocess
from functools import cached_property
from pathlib import Path

from bookbuild.errors import BookError
from bookbuild.notebooks.imports import PACKAGE
from bookbuild.notebooks.page import Page
from bookbuild.notebooks.pressed import write

NAME = "_build/pressed.json"
FOLDERS = (PACKAGE, "notebooks", "exercises", "solutions")


class Record:
    """For each pressed file a hash of the code behind its outputs, and one of its bytes."""

    def __init__(self, root: Path):
        self.root = root
        self.path = root / NAME
        self.pages = _read(self.path)

    def stands(self, page: Page, made_from: str) -> bool:
        """Return whether running `page` now can give no other outputs than its file holds."""
        if not page.target.exists():
            return False
        held = _hash(page.target.read_bytes())
        remembered = self.pages.get(str(page))
        match remembered:
            case [before, then] if then == held:
                return before == made_from
        if self._changed is None:
            return remembered is None
        modules = [path for path in self._changed if path.is_relative_to(self.root / PACKAGE)]
        if not all(path.exists() for path in modules):
            return False  # whose it was, nothing tells
        return not self._changed & {page.target, *page.files}

    def note(self, page: Page, made_from: str) -> None:
        """Remember what the file of `page` was made from."""
        self.pages[str(page)] = [made_from, _hash(page.target.read_bytes())]

    def save(self) -> None:
        """Write the record.

        Raises:
            BookError: it cannot be written.

        """
        text = json.dumps(self.pages, indent=1, sort_keys=True)
        try:
            self.path.parent.mkdir(exist_ok=True)
            write(text.encode(), self.path)
        except OSError as error:
            raise BookError(f"what was pressed cannot be remembered: {error}") from error

    @cached_property
    def _changed(self) -> set[Path] | None:
        """Files that differ from the last commit; None, where git keeps no book."""
        found = set()
        for question in (
            ("diff", "--name-only", "--relative", "-z", "HEAD"),
            ("ls-files", "--others", "--exclude-standard", "-z"),
        ):
            command = ["git", "-C", str(self.root), *question, "--", *FOLDERS]
            try:
                said = subprocess.run(command, capture_output=True, check=True).stdout
            except (OSError, subprocess.CalledProcessError):
                return None
            found |= {self.root / os.fsdecode(name) for name in said.split(b"\0") if name}
        return found


def made_from(page: Page) -> str:
    """Return a hash over the code of `page`, and each file of the package that it imports."""
    parts = [json.dumps(page.code).encode()]
    for path in sorted(page.files):
        parts += [path.relative_to(page.root).as_posix().encode(), path.read_bytes()]
    return _hash(*parts)


def _hash(*parts: bytes) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(hashlib.sha256(part).digest())
    return found.hexdigest()


def _read(path: Path) -> dict:
    try:
        pages = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return pages if isinstance(pages, dict) else {}
