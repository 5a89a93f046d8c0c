"""Faults in the markup of others are mended, or missed aloud; marks stay beside their formulas."""

from collections import Counter

import pytest
from docutils import nodes
from docutils.utils import new_document

from bookbuild.site import markup
from bookbuild.site.formulas import KeepMarks


@pytest.fixture
def told(monkeypatch) -> list[str]:
    said = []
    monkeypatch.setattr(markup.log, "warning", lambda text, *words: said.append(text % words))
    return said


def test_faults_are_mended_wherever_they_are(told):
    found, context = Counter(), {"body": " and ".join(2 * [*markup.PAGE])}
    markup.mend_page(found, None, "a", "page.html", context, None)
    assert context["body"] == " and ".join(2 * [*markup.PAGE.values()])
    sidebar = context["mend_sidebar"]("<nav><summary></summary></nav>")
    assert sidebar == '<nav><summary aria-label="Pages below this chapter"></summary></nav>'
    markup.report(found, None, None)
    assert told == []


def test_a_fault_that_no_page_has_any_more_is_a_warning(told):
    found = Counter()
    for body in ("nothing", 'role="doc-biblioentry"'):
        markup.mend_page(found, None, "a", "page.html", context := {"body": body}, None)
        context["mend_sidebar"]("<nav></nav>")
    markup.report(found, None, None)
    assert [warning.split("'")[1] for warning in told] == [
        '<th class="head"><p></p></th>',
        "<summary>",
    ]
    assert all("which bookbuild.site.markup replaces" in warning for warning in told)


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (["Here ", "x", ", and more"], ["Here ", "<x,>", " and more"]),
        (["of (\u201c", "x", "\u201d)."], ["of ", "<(\u201cx\u201d).>"]),
        (["a ", "x", " is"], ["a ", "x", " is"]),
        (["x", "y", "."], ["x", "<y.>"]),
    ],
)
def test_a_formula_and_the_marks_that_touch_it_are_one(line, kept):
    page = new_document("page")
    page += nodes.paragraph()
    for text in line:
        page[0] += nodes.math(text, text) if text in ("x", "y") else nodes.Text(text)
    KeepMarks(page).run()
    shown = [
        f"<{part.astext()}>" if isinstance(part, nodes.inline) else part.astext()
        for part in page[0]
    ]
    assert [text for text in shown if text] == kept
