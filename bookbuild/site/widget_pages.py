"""A directive that puts a widget on a plain page, as a cell puts it on a notebook's page."""

import json
from html import escape
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from bothends import widgets


class Widget(SphinxDirective):
    """`{book-widget} lookup`, with `:state:` in JSON."""

    required_arguments = 1
    option_spec: ClassVar = {"state": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Return the widget's element, or stop at a name or a state that no widget has."""
        name = self.arguments[0]
        kinds = {kind.module: kind for kind in map(widgets.__dict__.get, widgets.__all__)}
        if name not in kinds:
            raise self.error(f"no widget is named {name!r}: there are {', '.join(sorted(kinds))}")
        try:
            widget = kinds[name](**json.loads(self.options.get("state", "{}")))
        except ValueError as error:
            raise self.error(f"the state of {name} is no JSON object: {error}") from error
        shown = widget.stand_in()
        if not self.env.app.tags.has("edition"):  # where no script runs
            # JSON is full of double quotes, so single ones go around it.
            state = escape(json.dumps(widget.state(), separators=(",", ":")), quote=False)
            quoted = state.replace("'", "&#x27;")
            shown = f"<book-widget module=\"{name}\" state='{quoted}'>{shown}</book-widget>"
        return [nodes.raw("", shown, format="html")]


def setup(app) -> None:
    """Register the directive."""
    app.add_directive("book-widget", Widget)
