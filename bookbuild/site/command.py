"""Build the site from nothing, since an incremental build hides warnings."""

import time

from bookbuild.arguments import Parser
from bookbuild.build import replacing, run_jupyter_book
from bookbuild.paths import SITE


def main(arguments: list[str]) -> int:
    """Build the site into _build/html, and return the exit status."""
    Parser("site", __doc__).parse_args(arguments)
    build()
    return 0


def build() -> None:
    """Build the site; the last one stays until then.

    Raises:
        BookError: it was not built.

    """
    print("book: building the site", flush=True)
    start = time.monotonic()
    with replacing(SITE) as desk:
        run_jupyter_book(desk, "html").rename(desk / "new")
    print(f"book: _build/html ({time.monotonic() - start:.0f} s)")
