"""The book to take along: an EPUB, and a PDF if there is a Chromium to print it.

Both are in _build/editions. The next `make site` links to them.
"""

import os
import shutil
import subprocess
import time
from pathlib import Path
from zipfile import ZipFile, ZipInfo

from bookbuild.arguments import Parser
from bookbuild.build import replacing, run_jupyter_book
from bookbuild.editions.printer import print_pdf
from bookbuild.paths import EDITIONS, ROOT


def main(arguments: list[str]) -> int:
    """Make both, and return the exit status."""
    Parser("editions", __doc__).parse_args(arguments)
    build()
    return 0


def build() -> None:
    """Make both, and say how it went; the last ones stay until then.

    Raises:
        BookError: they were not made.

    """
    print("book: making the EPUB and the PDF", flush=True)
    start = time.monotonic()
    with replacing(EDITIONS) as desk:
        folder = desk / "new"
        folder.mkdir()
        epoch = os.environ.get("SOURCE_DATE_EPOCH") or last_change()
        pages = run_jupyter_book(desk, "epub", BOOK_EDITION="1", SOURCE_DATE_EPOCH=epoch)
        (epub,) = pages.glob("*.epub")
        pack(epub, folder / epub.name)
        if chromium := shutil.which("chromium"):
            print_pdf(pages, folder / f"{epub.stem}.pdf", chromium)
        else:
            print("book: no PDF, since there is no chromium on the PATH to print it")
    print(f"book: _build/editions ({time.monotonic() - start:.0f} s)")


def last_change() -> str:
    """Return when the last commit was made, in seconds; outside a clone, the time of now."""
    now = str(int(time.time()))
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        return now
    git = ["git", "log", "-1", "--format=%ct"]
    return subprocess.run(git, cwd=ROOT, capture_output=True, text=True).stdout.strip() or now


def pack(epub: Path, packed: Path) -> None:
    """Copy an EPUB without the times at which its files were written."""
    with ZipFile(epub) as old, ZipFile(packed, "w") as new:
        for file in old.infolist():
            new.writestr(ZipInfo(file.filename), old.read(file), file.compress_type)
