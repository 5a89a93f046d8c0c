"""An answer that stands folded below its question: an admonition of the class `dropdown`.

The browser unfolds it without a script; sphinx_togglebutton would need one.
"""

from docutils import nodes


class Fold(nodes.General, nodes.Element):
    """What is folded, with its `title`."""


def fold(app, doctree: nodes.document, page: str) -> None:
    """Put a fold in the place of each such admonition."""
    for box in list(doctree.findall(nodes.admonition)):
        if "dropdown" in box["classes"]:
            title, *content = box.children
            box.replace_self(Fold("", *content, title=title.astext()))


def begin(translator, node: Fold) -> None:
    """Write the head of a fold."""
    title = translator.encode(node["title"])
    translator.body.append(f'<details class="fold"><summary>{title}</summary>')


def end(translator, node: Fold) -> None:
    """Write its end."""
    translator.body.append("</details>")


def setup(app) -> None:
    """Register the folds."""
    app.add_node(Fold, html=(begin, end))
    app.connect("doctree-resolved", fold)
