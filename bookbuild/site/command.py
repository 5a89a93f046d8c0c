"""Build the site from nothing, since an incremental build hides warnings."""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from bookbuild.errors import BookError
from bookbuild.paths import BUILT, ROOT, SITE


def main(arguments: list[str]) -> int:
    """Build the site into _build/html, and return the exit status."""
    argparse.ArgumentParser(prog="python -m bookbuild site", description=__doc__).parse_args(
        arguments
    )
    build()
    return 0


def build() -> None:
    """Build the site; a warning is an error.

    Raises:
        BookError: it was not built.

    """
    for folder in (SITE, BUILT / ".doctrees"):
        shutil.rmtree(folder, ignore_errors=True)
    tool = Path(sys.executable).with_name("jupyter-book")
    done = subprocess.run([tool, "build", ROOT, "-W", "-n", "--keep-going"], check=False)
    if done.returncode:
        raise BookError("the site is not built: see above")
