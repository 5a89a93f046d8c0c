"""What somebody typed into a pressed file is never lost."""

import os
from dataclasses import replace
from pathlib import Path

from bookbuild.errors import BookError
from bookbuild.notebooks.page import Page, all_pages
from bookbuild.notebooks.pressed import load, texts


def was_edited(page: Page) -> bool:
    """Return whether the file of `page` holds something that pressing it again would lose."""
    if not page.target.exists():
        return False
    nb = load(page.target)
    if page.digest(nb) == page.marked_digest(nb):
        return False
    return texts(nb) != texts(page.unexecuted)


def beside_work(page: Page) -> Page | None:
    """Return the page to write: `page`, a new stub beside somebody's work, or none.

    Raises:
        BookError: the file was edited by hand, and pressing it would lose that.

    """
    if not was_edited(page):
        return page
    if not page.is_stub:
        raise BookError(
            f"{page} was edited by hand and stays as it is: move the change to "
            f"{page.source_name}, or delete the file"
        )
    if os.environ.get("CI"):
        raise BookError(f"{page} holds a solution: delete the file, and press it anew")
    if page.marked_digest(load(page.target)) == page.digest(page.unexecuted):
        return None  # it began as today's stub
    new = replace(page, target=page.target.with_suffix(".new.ipynb"))
    if was_edited(new):
        raise BookError(f"{page} and {new} both hold work, and stay: rename the second")
    return new


def learners_work(root: Path) -> list[Page]:
    """Return the exercises under `root` that somebody has begun to solve."""
    return [page for page in all_pages(root) if page.is_stub and was_edited(page)]
