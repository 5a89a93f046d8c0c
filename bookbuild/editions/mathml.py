"""Formulas as MathML, for readers that run no script."""

import json
import re
import subprocess
from functools import partial
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

    def close(self, *_) -> None:
        """End the process."""
        self._node.communicate()


def show(parse: Parser, display: bool, translator, node: nodes.Element) -> None:
    """Write a formula, in a line or on lines of its own as the site does, or warn of it."""
    tex = node.astext()
    if display and r"\\" in tex and r"\begin" not in tex:
        tex = rf"\begin{{split}}{tex}\end{{split}}"
    try:
        translator.body.append(parse(tex, display=display))
    except ValueError as error:
        log.warning("%s in the formula %s", error, tex, location=node)
    raise nodes.SkipNode


def setup(app) -> None:
    """Register the renderer, whose parser runs until the build ends."""
    parse = Parser()
    inline, block = partial(show, parse, False), partial(show, parse, True)
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    app.connect("build-finished", parse.close)
