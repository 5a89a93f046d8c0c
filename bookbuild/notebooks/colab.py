"""The cell that makes a notebook run on Google Colab, which has no clone of the repository."""

from pathlib import Path

import yaml
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from bookbuild.errors import BookError

MARK = {"bothends": "colab"}
SOURCE = """\
# Google Colab has torch, but not this book's package. This installs it there, and nowhere else.
import sys

if "google.colab" in sys.modules:
    %pip install --quiet "bothends @ git+{url}@{branch}\""""


def source(root: Path) -> str:
    """Return the cell's text for the repository in `_config.yml`; empty if that has no address.

    Raises:
        BookError: the file does not say.

    """
    try:
        settings = yaml.safe_load((root / "_config.yml").read_text(encoding="utf-8"))
        url, branch = (settings["repository"][name] for name in ("url", "branch"))
    except (OSError, ValueError, TypeError, KeyError, yaml.YAMLError) as error:
        why = " ".join(str(error).split())
        raise BookError(f"_config.yml has no repository with url and branch: {why}") from error
    return SOURCE.format(url=url, branch=branch) if url else ""


def add(nb: NotebookNode, root: Path) -> None:
    """Put the cell before the first code cell of `nb`; the site does not show it."""
    text = source(root)
    kinds = [cell.cell_type for cell in nb.cells]
    if text and "code" in kinds:
        metadata = {**MARK, "tags": ["remove-cell"]}
        nb.cells.insert(kinds.index("code"), new_code_cell(text, metadata=metadata))


def is_mine(cell: NotebookNode) -> bool:
    """Return whether `cell` was put there by `add`."""
    return MARK.items() <= cell.metadata.items()
