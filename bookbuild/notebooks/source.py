"""What a pressed notebook is made from: its source's cells, and the files that they import."""

import ast
import hashlib
from functools import cache
from pathlib import Path
from threading import Lock

import jupytext
from IPython.core.inputtransformer2 import TransformerManager
from jupytext.myst import MystMetadataParsingError
from nbformat import NotebookNode

from bookbuild.errors import BookError
from bookbuild.notebooks import colab

PACKAGE = "bothends"
PARSING = Lock()  # ast.parse may fail when two threads are in it (CPython issue 106905)


def read(source: Path) -> NotebookNode:
    """Return the notebook that the text in `source` describes, not executed."""
    try:
        return jupytext.read(source)
    except MystMetadataParsingError as error:
        raise BookError(f"{source.name} is no MyST notebook: {error}") from error


def read_stub(source: Path) -> NotebookNode:
    """Return the same without the solutions and the hidden tests, taken out by nbgrader."""
    from nbgrader.preprocessors import ClearHiddenTests, ClearSolutions

    nb = read(source)
    try:
        ClearSolutions(code_stub={"python": "raise NotImplementedError"}).preprocess(nb, {})
        ClearHiddenTests().preprocess(nb, {})
    except RuntimeError as error:
        raise BookError(f"{source.name}: nbgrader says: {error}") from error
    return nb


def inputs(source: Path, root: Path) -> str:
    """Return a hash over `source`, each file of the package that it uses, and Colab's cell."""
    code = [cell.source for cell in read(source).cells if cell.cell_type == "code"]
    found = hashlib.sha256(source.read_bytes() + colab.source(root).encode())
    for path in sorted(package_files("\n".join(code), root)):
        found.update(f"{path.relative_to(root).as_posix()}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def package_files(code: str, root: Path) -> set[Path]:
    """Return the files under `root` that `code` imports from the package, directly or not.

    A package inside the package counts as a whole: it may find its modules and its data by name.
    """
    found: set[Path] = set()
    waiting = set(_imported(TransformerManager().transform_cell(code)))
    while waiting:
        for path in _files(waiting.pop(), root) - found:
            found.add(path)
            if path.suffix == ".py":
                waiting |= _imported(path.read_text(encoding="utf-8"))
    return found


@cache
def _imported(code: str) -> frozenset[str]:
    """Return the dotted names in the import statements of `code` that may be the package's."""
    try:
        with PARSING:
            tree = ast.parse(code)
    except SyntaxError:  # running the cell says where
        return frozenset()
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(name for name in names if name.split(".")[0] == PACKAGE)


def _files(name: str, root: Path) -> set[Path]:
    """Return the files behind a dotted name: none, when it names a function."""
    path = root.joinpath(*name.split("."))
    files = {root / PACKAGE / "__init__.py", path.with_suffix(".py")}
    if "." in name and path.is_dir():
        files |= {file for file in path.rglob("*") if "__pycache__" not in file.parts}
    return {file for file in files if file.is_file()}
