"""A small book, pressed without running anything: where only the fate of files is in question."""

from contextlib import nullcontext

import pytest
from nbformat.v4 import new_output

from bookbuild.notebooks import command
from tests.bookbuild.notebooks.small_book import make


class FakeKernels:
    """Stand in for `execute`, and remember the folder of each notebook that was to run."""

    def __init__(self, patch):
        self.folders = []
        patch.setattr("bookbuild.notebooks.page.execute", self.execute)
        patch.setattr("bookbuild.notebooks.environment.fresh", nullcontext)

    async def execute(self, notebook, folder):
        self.folders.append(folder.name)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs = [new_output("stream", name="stdout", text="as it was\n")]


@pytest.fixture(scope="module")
def pressed_once(tmp_path_factory):
    """A book with one chapter and one exercise, both pressed."""
    with pytest.MonkeyPatch.context() as patch:
        FakeKernels(patch)
        root = make(tmp_path_factory.mktemp("book"))
        assert command.main([], root) == 0
    return root


@pytest.fixture
def kernels(monkeypatch):
    return FakeKernels(monkeypatch)
