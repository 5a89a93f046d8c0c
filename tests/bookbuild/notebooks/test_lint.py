"""What no cell of the book may hold."""

import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from bookbuild.notebooks import lint
from bookbuild.notebooks.execution import CellError


def shown(data, **metadata):
    return new_output("display_data", data=data, metadata=metadata)


SVG = {"image/svg+xml": "<svg/>"}
ALT = {"image/svg+xml": {"alt": "Nothing is drawn here."}}


@pytest.mark.parametrize(
    "cell, complaint",
    [
        (new_code_cell("x;"), "ends in ';'"),
        (new_code_cell(""), "is empty"),
        (new_code_cell("%%capture\nassert False"), "'%%capture' is no Python, or a magic"),
        (new_code_cell("x = 1\n%time x"), "'%time x' is no Python"),
        (new_code_cell("for x in y:\n    !ls"), "'!ls' is no Python"),
        (new_code_cell("for x in y:"), "'for x in y:' is no Python"),
        (new_code_cell("x = 'a\0'"), "is no Python"),
        (new_code_cell("x?"), "'x[?]' is no Python"),
        (new_code_cell("x", metadata={"tags": ["hide_input"]}), "the tag 'hide_input'"),
        (new_code_cell("x", outputs=[new_output("stream", name="stderr", text="odd\n")]), "odd"),
        (new_code_cell("x", outputs=[shown({"text/plain": "<A at 0x7f00>"})]), "an address"),
        (new_code_cell("x", outputs=[shown({"image/png": "AAAA"})]), "no SVG"),
        (new_code_cell("x", outputs=[shown(SVG)]), "no alternative text"),
        (new_code_cell("x", outputs=[shown(SVG, **ALT)] * 2), "more than one figure"),
    ],
)
def test_lint_names_the_cell_and_what_is_wrong(cell, complaint):
    good = new_code_cell("y", outputs=[shown(SVG, **ALT)])
    with pytest.raises(CellError, match=complaint) as error:
        lint.check(new_notebook(cells=[good, cell]))
    assert error.value.index == 1
