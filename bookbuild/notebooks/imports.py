"""Which files of the package a page runs: found by reading, without importing anything."""

import ast
import re
from functools import cache
from pathlib import Path

PACKAGE = "bothends"
EXERCISES = f"{PACKAGE}.exercises"
NAMED = re.compile(rf"\b{PACKAGE}(?:\.\w+)+")


def package_files(cells: list[str], root: Path, chapter: str) -> set[Path]:
    """Return the files under `root` that `cells` import from the package, directly or not.

    A package inside the package counts as a whole: it may find its modules and its data by name.
    Only of the exercises those of `chapter`, such as "lookup", count: a page checks no others.
    """
    waiting = set().union(*(_imported(cell) | set(NAMED.findall(cell)) for cell in cells))
    if EXERCISES in waiting:
        waiting.add(f"{EXERCISES}.{chapter}")
    found: set[Path] = set()
    while waiting:
        for path in _files(waiting.pop(), root) - found:
            found.add(path)
            if path.suffix == ".py":
                names = _imported(path.read_text(encoding="utf-8", errors="replace"))
                waiting |= {name for name in names if not _is_lookup(name, path)}
    return found


def _is_lookup(name: str, path: Path) -> bool:
    """Return whether the engine of the exercises imports a chapter, to find an exercise by id."""
    is_chapter = name.startswith(f"{EXERCISES}.") and not name.startswith(f"{EXERCISES}.engine")
    return path.parent.name == "engine" and is_chapter


@cache
def _imported(code: str) -> frozenset[str]:
    """Return the dotted names in the import statements of `code` that may be the package's."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):  # running the cell says where
        return frozenset()
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(name for name in names if name.split(".")[0] == PACKAGE)


def _files(name: str, root: Path) -> set[Path]:
    """Return the files behind a dotted name: of a function, those of the packages around it."""
    path = root.joinpath(*name.split("."))
    files = {path.with_suffix(".py"), path / "__init__.py"}
    files |= {folder / "__init__.py" for folder in path.parents if folder.is_relative_to(root)}
    if name not in (PACKAGE, EXERCISES) and path.is_dir():
        files |= {file for file in path.rglob("*") if "__pycache__" not in file.parts}
    return {file for file in files if file.is_file()}
