"""A directive that puts a widget on a plain page, as a cell puts it on a notebook's page."""

import json
from html import escape
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from bothends import widgets


class WidgetNode(nodes.General, nodes.Element):
    """An element of the site with, as children, what stands in for it elsewhere."""


class Widget(SphinxDirective):
    """`{book-widget} lookup`, with `:state:` in JSON; the content stands in for the widget.

    Without content, the widget's own words and table do, as in a notebook.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {"state": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Return the widget's node, or stop at a name or a state that no widget has."""
        name = self.arguments[0]
        kinds = {kind.module: kind for kind in map(widgets.__dict__.get, widgets.__all__)}
        if name not in kinds:
            raise self.error(f"no widget is named {name!r}: there are {', '.join(sorted(kinds))}")
        try:
            widget = kinds[name](**json.loads(self.options.get("state", "{}")))
        except ValueError as error:
            raise self.error(f"the state of {name} is no JSON object: {error}") from error
        state = json.dumps(widget.state(), separators=(",", ":"))
        node = WidgetNode(name=name, state=state)
        if self.content:
            self.state.nested_parse(self.content, self.content_offset, node)
        else:
            node += nodes.raw("", widget.stand_in(), format="html")
        return [node]


def open_widget(translator, node) -> None:
    """Write the opening tag; JSON is full of double quotes, so single ones go around it."""
    state = escape(node["state"], quote=False).replace("'", "&#x27;")
    translator.body.append(f"<book-widget module=\"{node['name']}\" state='{state}'>")


def close_widget(translator, node) -> None:
    """Write the closing tag."""
    translator.body.append("</book-widget>")


def nothing(translator, node) -> None:
    """Write no tag: the children stand for themselves."""


def setup(app) -> dict:
    """Register the directive and its element, which an edition does without."""
    tags = (nothing, nothing) if "edition" in app.tags else (open_widget, close_widget)
    app.add_node(WidgetNode, html=tags)
    app.add_directive("book-widget", Widget)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
