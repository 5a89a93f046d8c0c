"""What cells show: rounded, the same everywhere, and different when the data differ."""

import math
import xml.etree.ElementTree as ET

import matplotlib
import pytest
import torch

from bothends import show

FIGURES = {
    "heatmap": lambda v, alt="x": show.heatmap([[1, v], [0, -2]], alt=alt, title="t"),
    "lines": lambda v, alt="x": show.lines([1, 2], {"a": [1, v], "b": [2, 2]}, alt=alt),
    "bars": lambda v, alt="x": show.bars(["p", "q"], {"a": [1, v]}, log="y", alt=alt),
    "rotation": lambda v, alt="x": show.rotation({"q": [1, 0], "Rq": [0, v]}, alt=alt),
    "points": lambda v, alt="x": show.points({"cat": [1, v]}, alt=alt),
    "flow": lambda v, alt="x": show.flow(
        [{"a": [[v]]}, {"b": [[1, 2], [3, 4]], "c": [["x"]]}],
        [("a", 0, "b", 1), ("c", 0, "a", 0)],
        lit={"b": [1]},
        alt=alt,
        title="t",
    ),
}
EACH_FIGURE = pytest.mark.parametrize("draw", FIGURES.values(), ids=FIGURES)


@EACH_FIGURE
def test_a_figure_is_the_same_svg_each_time(draw):
    assert draw(3.0).svg == draw(3.0).svg
    assert ET.fromstring(draw(3.0).svg).tag.endswith("svg")


@EACH_FIGURE
def test_a_figure_is_the_same_whatever_its_readers_matplotlib_is_set_to(draw):
    odd = {"lines.linewidth": 4, "axes.grid": True, "figure.dpi": 300, "xtick.labelsize": 20}
    with matplotlib.rc_context(odd):
        drawn = draw(3.0).svg
        assert matplotlib.rcParams["lines.linewidth"] == 4
    assert drawn == draw(3.0).svg


@EACH_FIGURE
def test_other_data_give_another_figure(draw):
    assert draw(3.0).svg != draw(3.1).svg


@EACH_FIGURE
def test_a_difference_in_the_last_bits_draws_the_same_figure(draw):
    assert draw(3.0).svg == draw(3.0 * (1 + 1e-7)).svg


@EACH_FIGURE
def test_a_figure_needs_an_alt_sentence_and_carries_it(draw):
    data, metadata = draw(3.0, alt="Row 1 is larger.")._repr_mimebundle_()
    assert data["text/plain"] == "Row 1 is larger."
    assert metadata["image/svg+xml"]["alt"] == "Row 1 is larger."
    with pytest.raises(ValueError, match="alt is empty"):
        draw(3.0, alt=" ")


@EACH_FIGURE
def test_a_figure_carries_no_date(draw):
    assert "dc:date" not in draw(3.0).svg


@pytest.mark.parametrize(
    ("arrows", "lit", "words"),
    [
        ([("a", 0, "z", 0)], {}, "no table is called 'z': there are a, b"),
        ([("a", 1, "b", 0)], {}, "a has the rows 0 to 0, and no 1"),
        ([], {"b": [-1]}, "b has the rows 0 to 0, and no -1"),
    ],
)
def test_an_arrow_joins_rows_that_are_there(arrows, lit, words):
    with pytest.raises(ValueError, match=words):
        show.flow([{"a": [[1]]}, {"b": [[2]]}], arrows, lit=lit, alt="x")


def test_the_path_says_which_of_its_stages_are_lit():
    assert show.path("head", "logits").alt.endswith("loss. Lit here: head, logits.")
    assert show.path("head").svg != show.path("loss").svg
    with pytest.raises(ValueError, match=r"'rows'.* is not on the path: there are text, ids"):
        show.path("rows")


def test_a_table_shows_no_more_decimals_than_a_column_needs():
    shown = repr(show.table([[1.0, 0.5, 1 / 3], [20.0, -0.0, 2.0]]))
    assert shown == " 1  0.5  0.3333\n20  0.0  2.0000"


def test_a_value_that_rounds_to_zero_has_no_sign():
    assert repr(show.table([[-0.0, -1e-9, 1e-9]])) == "0  0  0"


def test_integers_are_grouped_and_words_are_left_alone():
    assert repr(show.table([["a", 50_000, True, math.nan, -math.inf]])) == (
        "a  50,000  True  nan  -inf"
    )


def test_numbers_are_grouped_with_decimals_too():
    assert repr(show.table([[54_410.1], [6.3]])) == "54,410.1\n     6.3"


def test_a_column_of_words_is_marked_as_such():
    html = show.table([["yes", 1, "1e-5"], ["no", 2, "b"]], rows=["r", "s"])._repr_html_()
    cells = ET.fromstring(html).find("tbody").iter("td")
    assert [td.text for td in cells if td.get("class") == "words"] == ["yes", "no"]


def test_names_marks_and_caption_in_text():
    shown = show.table(
        torch.tensor([[6.0, 8], [3, 4]]), rows=["r0", "r1"], columns=["c", "d"],
        mark=[(0, 1)], caption="G",
    )  # fmt: skip
    assert repr(shown) == "G\n    c   d\nr0  6  8*\nr1  3   4"


def test_html_says_which_cells_are_heads_and_escapes_text():
    html = show.table([["<b>", 2]], rows=["r"], columns=["x", "y"], mark=[(0, 1)])._repr_html_()
    table = ET.fromstring(html)
    assert [th.get("scope") for th in table.iter("th")] == ["col", "col", "row"]
    assert [td.text for td in table.find("tbody").iter("td")] == ["<b>", None]
    assert table.find(".//mark").text == "2"


def test_one_dimension_makes_one_row():
    assert repr(show.table(torch.tensor([1, 2]))) == "1  2"


@pytest.mark.parametrize("argument", ["rows", "columns"])
def test_names_must_match_in_number(argument):
    with pytest.raises(ValueError, match=rf"{argument} has 3 names for 2 {argument}"):
        show.table([[1, 2], [3, 4]], **{argument: ["a", "b", "c"]})
