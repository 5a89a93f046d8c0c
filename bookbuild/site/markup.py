"""A page's markup, mended: what a screen reader is told, and where a line may break."""

import re

# What axe-core finds wrong in the markup of myst-nb and docutils, and what is right:
# a label that differs from the text, a role of old, and a header cell with nothing in it.
MENDED = {
    '<summary aria-label="Toggle hidden content">': "<summary>",
    'role="doc-biblioentry"': 'role="listitem"',
    '<th class="head"><p></p></th>': "<td></td>",
}

# A browser may break a line on either side of a formula, even before a full stop.
TOUCHED = re.compile(
    r'([(\[\u201c\u2018]*)(<span class="math [^>]*>[^<]*</span>)([)\]\u201d\u2019.,;:?!]*)'
)


def mend_markup(app, page, template, context, doctree) -> None:
    """Give a page's elements the names and roles that screen readers need, and keep marks."""
    body = context.get("body", "")
    for wrong, right in MENDED.items():
        body = body.replace(wrong, right)
    context["body"] = TOUCHED.sub(keep, body)


def keep(formula: re.Match) -> str:
    """Keep the marks that touch a formula on its line."""
    return f'<span class="kept">{formula[0]}</span>' if formula[1] or formula[3] else formula[0]


def setup(app) -> dict:
    """Register the change."""
    app.connect("html-page-context", mend_markup)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
