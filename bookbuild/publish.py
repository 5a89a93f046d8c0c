"""Make the editions and the site, unless nothing changed since they were made."""

import hashlib
import shutil

from bookbuild.arguments import Parser
from bookbuild.editions import command as editions
from bookbuild.paths import BUILT, ROOT, SITE
from bookbuild.site import command as site

SOURCES = (
    "_config.yml",
    "_toc.yml",
    "constraints.txt",
    "package-lock.json",
    "pyproject.toml",
    "book",
    "bookbuild",
    "bothends",
    "notebooks",
    "exercises",
    "solutions",
)
MADE = BUILT / "published"
LEFT_OUT = {"__pycache__", ".ipynb_checkpoints"}


def main(arguments: list[str]) -> int:
    """Make both where they are not up to date, and return the exit status."""
    Parser("publish", __doc__).parse_args(arguments)
    now = digest()
    if (SITE / "index.html").exists() and MADE.exists() and MADE.read_bytes() == now.encode():
        print("book: the site is up to date")
        return 0
    MADE.unlink(missing_ok=True)
    # The editions first, since the site links to them.
    editions.build()
    site.build()
    MADE.write_text(now)
    return 0


def digest() -> str:
    """Return a hash over the names and bytes of all that the site is made from.

    Without a Chromium there is no PDF, so it counts, too.
    """
    found = hashlib.sha256(str(shutil.which("chromium")).encode())
    paths = {path for name in SOURCES for path in (ROOT / name, *(ROOT / name).rglob("*"))}
    for path in sorted(paths):
        if path.is_file() and not LEFT_OUT & set(path.parts):
            found.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
            found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()
