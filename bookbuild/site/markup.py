"""What axe-core finds wrong in the markup of others, mended.

Where they have no hook for it, text is replaced: a build warns of a fault that no page has any
more, and a warning is an error.
"""

from collections import Counter
from functools import partial
from html import escape

from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.util import logging

# docutils: a role of old, and a header cell with nothing in it.
PAGE = {
    'role="doc-biblioentry"': 'role="listitem"',
    '<th class="head"><p></p></th>': "<td></td>",
}
# pydata_sphinx_theme: a button without a name.
SIDEBAR = {"<summary>": '<summary aria-label="Pages below this chapter">'}
log = logging.getLogger(__name__)


def mend(found: Counter, faults: dict[str, str], html: str) -> str:
    """Return the text without the faults, and count them."""
    for wrong, right in faults.items():
        found[wrong] += html.count(wrong)
        html = html.replace(wrong, right)
    return html


def mend_page(found: Counter, app, page: str, template: str, context: dict, doctree) -> None:
    """Mend a page's text, and give its templates what mends the sidebar."""
    context["body"] = mend(found, PAGE, context.get("body", ""))
    context["mend_sidebar"] = partial(mend, found, SIDEBAR)


def report(found: Counter, app, error: Exception | None) -> None:
    """Warn of faults that were looked for in vain."""
    for wrong, times in found.items():
        if not times and error is None:
            log.warning(
                "no page has %r any more, which %s replaces: see there what has changed",
                wrong,
                __name__,
            )


def open_fold(translator, node: HideCodeCellNode) -> None:
    """Write the head of a folded cell as myst-nb does, but named by its text alone."""
    classes = " ".join(["admonition", "hide", *node["classes"]])
    words = "".join(
        f'<p class="{state} admonition-title">{escape(node[prompt])}</p>\n'
        for state, prompt in (("collapsed", "prompt_show"), ("expanded", "prompt_hide"))
    )
    translator.body.append(f'<details class="{classes}">\n<summary>\n{words}</summary>\n')


def close_fold(translator, node: HideCodeCellNode) -> None:
    """Write its end."""
    translator.body.append("</details>\n")


def setup(app) -> None:
    """Register the repairs, with what they found so far."""
    found = Counter()
    app.connect("html-page-context", partial(mend_page, found))
    app.connect("build-finished", partial(report, found))
    app.add_node(HideCodeCellNode, override=True, html=(open_fold, close_fold))
