"""The book to take along: an EPUB, and a PDF if there is a Chromium to print it.

Both are in _build/editions. The next `make site` links to them.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from bindery.printer import print_pdf
from jupyter_book.sphinx import build_sphinx

ROOT = Path(__file__).resolve().parents[1]
EDITIONS = ROOT / "_build/editions"
PAGES = ROOT / "_build/epub/pages"


def main() -> int:
    """Make both, say how it went, and return the exit status."""
    os.environ.setdefault("SOURCE_DATE_EPOCH", last_change())
    shutil.rmtree(EDITIONS, ignore_errors=True)
    start = time.monotonic()
    if build_epub():
        print("book: no EPUB and no PDF: see above", file=sys.stderr)
        return 1
    EDITIONS.mkdir(parents=True)
    (epub,) = PAGES.glob("*.epub")
    shutil.copyfile(epub, EDITIONS / epub.name)
    say(EDITIONS / epub.name, start)
    chromium = shutil.which("chromium")
    if chromium is None:
        print("book: no PDF, since there is no chromium on the PATH to print it")
        return 0
    start = time.monotonic()
    pdf = EDITIONS / f"{epub.stem}.pdf"
    print_pdf(PAGES, pdf, chromium)
    say(pdf, start)
    return 0


def last_change() -> str:
    """Return when the last commit was made, in seconds; outside a clone, the time of now."""
    now = str(int(time.time()))
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        return now
    git = ["git", "log", "-1", "--format=%ct"]
    return subprocess.run(git, cwd=ROOT, capture_output=True, text=True).stdout.strip() or now


def build_epub() -> int | Exception:
    """Let Sphinx build the EPUB from nothing, with warnings as errors; return what went wrong."""
    shutil.rmtree(PAGES, ignore_errors=True)
    return build_sphinx(
        str(ROOT),
        str(PAGES),
        builder="epub",
        noconfig=True,
        path_config=ROOT / "_config.yml",
        confoverrides={
            "external_toc_path": str(ROOT / "_toc.yml"),
            "latex_individualpages": False,
            "nitpicky": True,
        },
        freshenv=True,
        warningiserror=True,
        keep_going=True,
        quiet=True,
        tags=["edition"],
    )


def say(file: Path, start: float) -> None:
    """Print a line about a file that was made."""
    size = file.stat().st_size / 2**20
    took = time.monotonic() - start
    print(f"book: {file.relative_to(ROOT)} ({size:.1f} MiB, {took:.0f} s)")


if __name__ == "__main__":
    sys.exit(main())
