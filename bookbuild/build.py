"""One run of Jupyter Book, beside what it will replace."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from bookbuild.errors import BookError
from bookbuild.paths import BUILT, NODE_MODULES, ROOT


def run_jupyter_book(desk: Path, builder: str, root: Path = ROOT, **settings: str) -> Path:
    """Build the book in `root` into a new folder in `desk`, where a warning is an error.

    `settings` are variables of the environment. Returns the folder.

    Raises:
        BookError: it was not built.

    """
    for name in ("_config.yml", "_toc.yml"):
        refuse_unreadable(root / name)
    refuse_missing_packages()
    kind = [] if builder == "html" else ["--builder", "custom", "--custom-builder", builder]
    tool = Path(sys.executable).with_name("jupyter-book")
    done = subprocess.run(
        [tool, "build", root, "--path-output", desk, "-W", "-n", "--keep-going", "-q", *kind],
        env={**os.environ, "PYTHONPATH": str(root), **settings},
        capture_output=True,
        text=True,
    )
    print(without_traceback(done.stderr), end="", file=sys.stderr, flush=True)
    if done.returncode:
        log = BUILT / "jupyter-book.log"
        log.parent.mkdir(exist_ok=True)
        log.write_text(done.stderr, encoding="utf-8")
        raise BookError(
            f"Jupyter Book does not build the {builder} pages: see above, "
            f"and {log.relative_to(ROOT)} for all that it says"
        )
    return desk / "_build" / builder


def without_traceback(said: str) -> str:
    """Return what stands before a traceback or, if that is nothing, what its last error says."""
    before, traceback, _ = said.partition("Traceback (most recent call last)")
    if before.strip() or not traceback:
        return before
    return re.split(r"^\w+: ", said, flags=re.MULTILINE)[-1]


def refuse_missing_packages() -> None:
    """Raise a `BookError` about a program or a package that a build needs."""
    if shutil.which("node") is None:
        raise BookError("there is no node on the PATH: install Node.js")
    packages = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    for name in packages["dependencies"] | packages["devDependencies"]:
        if not (NODE_MODULES / name).is_dir():
            raise BookError(f"node_modules/{name} is missing: run make setup first")


def refuse_unreadable(path: Path) -> None:
    """Raise a `BookError` if a file is not there, or is no YAML."""
    try:
        yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise BookError(f"{path.name} cannot be read: {' '.join(str(error).split())}") from error


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Give a folder to build in; what is in its `new` then takes the place of `target`.

    If something goes wrong before that, `target` stays as it is.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as folder:
        desk = Path(folder)
        yield desk
        let_everyone_read(desk / "new")
        if os.path.lexists(target):  # a link to nowhere, too
            target.rename(desk / "old")
        (desk / "new").rename(target)


def let_everyone_read(folder: Path) -> None:
    """Set the modes that a web server's user needs, whatever the umask is."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
