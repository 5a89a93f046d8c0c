"""The book to take along: an EPUB, and a PDF if there is a Chromium to print it.

Both are in _build/editions. The next `make site` links to them.
"""

import argparse
import os
import shutil
import subprocess
import time
from pathlib import Path

from jupyter_book.sphinx import build_sphinx

from bookbuild.editions.printer import print_pdf
from bookbuild.errors import BookError
from bookbuild.paths import BUILT, EDITIONS, ROOT

PAGES = BUILT / "epub/pages"


def main(arguments: list[str]) -> int:
    """Make both, and return the exit status."""
    argparse.ArgumentParser(
        prog="python -m bookbuild editions",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    ).parse_args(arguments)
    build()
    return 0


def build() -> None:
    """Make both, and say how it went.

    Raises:
        BookError: they were not made.

    """
    os.environ.setdefault("SOURCE_DATE_EPOCH", last_change())
    shutil.rmtree(EDITIONS, ignore_errors=True)
    start = time.monotonic()
    if build_epub():
        raise BookError("no EPUB and no PDF: see above")
    EDITIONS.mkdir(parents=True)
    (epub,) = PAGES.glob("*.epub")
    shutil.copyfile(epub, EDITIONS / epub.name)
    say(EDITIONS / epub.name, start)
    chromium = shutil.which("chromium")
    if chromium is None:
        print("book: no PDF, since there is no chromium on the PATH to print it")
        return
    start = time.monotonic()
    pdf = EDITIONS / f"{epub.stem}.pdf"
    print_pdf(PAGES, pdf, chromium)
    say(pdf, start)


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
