"""A notebook that Sphinx cannot read is named."""

from pathlib import Path

import pytest
from sphinx.errors import ExtensionError

from bookbuild.site import exercise_pages


def test_a_file_that_is_no_notebook_is_named():
    exercise_pages.refuse_broken(Path("book/index.md"), "{ broken")
    exercise_pages.refuse_broken(Path("notebooks/02.ipynb"), "{}")
    with pytest.raises(ExtensionError, match=r"02\.ipynb is no notebook: Expecting"):
        exercise_pages.refuse_broken(Path("notebooks/02.ipynb"), "{ broken")
