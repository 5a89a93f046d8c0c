"""Formulas as MathML, for readers that run no script."""

import json
import re
import subprocess
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.util import logging

PROGRAM = Path(__file__).with_name("mathml.mjs")
log = logging.getLogger(__name__)


class Parser:
    """The parser of the site's pages, run by Node.js for as long as a build takes."""

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        self._node = subprocess.Popen(["node", PROGRAM], stdin=pipe, stdout=pipe, text=True)

    def __call__(self, tex: str, *, display: bool) -> str:
        """Return a formula as MathML, with its source for those who cannot see it.

        Raises:
            ValueError: the parser's own words about what is wrong in the formula.

        """
        print(json.dumps({"tex": tex, "display": display}), file=self._node.stdin, flush=True)
        answer = json.loads(self._node.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"])
        mathml = re.sub(r' data-mjx-[\w-]+="[^"]*"|\n *', "", answer["mathml"])
        return mathml.replace("<math ", f'<math alttext="{escape(tex)}" ', 1)

    def close(self) -> None:
        """End the process."""
        self._node.communicate()


def show_inline(translator, node: nodes.math) -> None:
    """Write a formula in a line."""
    show(translator, node, node.astext(), display=False)


def show_block(translator, node: nodes.math_block) -> None:
    """Write a formula on a line of its own, or on several, as the site does."""
    tex = node.astext()
    if r"\\" in tex and r"\begin" not in tex:
        tex = rf"\begin{{split}}{tex}\end{{split}}"
    show(translator, node, tex, display=True)


def show(translator, node: nodes.Element, tex: str, *, display: bool) -> None:
    """Write a formula, or warn of it."""
    try:
        translator.body.append(translator.builder.formula(tex, display=display))
    except ValueError as error:
        log.warning("%s in the formula %s", error, tex, location=node)
    raise nodes.SkipNode


def setup(app) -> dict:
    """Register the renderer, for a builder that has a parser as its `formula`."""
    app.add_html_math_renderer("mathml", (show_inline, None), (show_block, None))
    return {"parallel_read_safe": True}
