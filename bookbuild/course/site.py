"""The book's site without its solutions, and the package as a file to install."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import yaml

from bookbuild.build import let_everyone_read, run_jupyter_book
from bookbuild.errors import BookError
from bookbuild.notebooks.pressed import load, save

TAG = "solutions"
FOLDERS = ("book", "bookbuild", "bothends", "notebooks", "exercises")
FILES = ("_config.yml", "_toc.yml", "pyproject.toml", "LICENSE")


def copy(root: Path, desk: Path) -> None:
    """Copy to `desk` what the site and the package are made from, but no solution.

    A cell with the tag is about them, and is left out as well.
    """
    left = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints", "*.new.ipynb")
    for name in FOLDERS:
        shutil.copytree(root / name, desk / name, ignore=left)
    for name in FILES:
        shutil.copy(root / name, desk / name)
    (desk / "node_modules").symlink_to((root / "node_modules").resolve())
    _rewrite(desk / "_toc.yml", _without)
    _rewrite(desk / "_config.yml", _hide_repository)
    for path in (desk / "notebooks").glob("*.ipynb"):
        notebook = load(path)
        notebook.cells = [
            cell for cell in notebook.cells if TAG not in cell.metadata.get("tags", [])
        ]
        save(notebook, path)


def build(desk: Path, site: Path) -> None:
    """Build the site of `desk`; a warning stops it, such as one about a link that leads nowhere.

    Raises:
        BookError: it was not built.

    """
    shutil.move(run_jupyter_book(desk, "html", desk), site)
    let_everyone_read(site)


def build_package(desk: Path, folder: Path) -> None:
    """Write the package as one file that pip installs.

    Raises:
        BookError: it was not built.

    """
    pip = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    quiet = ["--quiet", "--disable-pip-version-check"]
    done = subprocess.run(
        [*pip, *quiet, "--wheel-dir", folder, desk], capture_output=True, text=True
    )
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-20:])
        raise BookError(f"pip does not make the package; its last lines:\n{last}")


def _rewrite(path: Path, change: Callable) -> None:
    text = yaml.safe_dump(change(yaml.safe_load(path.read_text("utf-8"))), sort_keys=False)
    path.write_text(text, "utf-8")


def _hide_repository(config: dict) -> dict:
    """Return the settings without the addresses that lead to the solutions."""
    return {**config, "repository": {"url": ""}, "html": {**config["html"], "baseurl": ""}}


def _without(entry):
    """Return a part of the table of contents with no page of solutions in it."""
    if isinstance(entry, dict):
        return {key: _without(value) for key, value in entry.items()}
    if isinstance(entry, list):
        return [_without(one) for one in entry if not _is_solution(one)]
    return entry


def _is_solution(entry) -> bool:
    return isinstance(entry, dict) and entry.get("file", "").startswith("solutions/")
