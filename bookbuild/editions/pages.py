"""What an edition has otherwise than the site, since nothing runs in it."""

import re
import tomllib

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode

from bookbuild.editions.epub import HERE
from bookbuild.paths import ROOT
from bookbuild.site.exercise_pages import answers

NOTE = (
    '<div class="note admonition"><p class="admonition-title">In this edition</p><p>Nothing runs '
    "here. Write an answer down, then compare it with the solution in the next section. On the "
    "book's site and in JupyterLab each answer can be checked.</p></div>"
)
LEAF = re.compile(r'<span class="([^"]*)">([^<]*)</span>')


def put_exercises(app, doctree: nodes.document, page: str) -> None:
    """Leave room for answers, and leave the cells out that would check them."""
    if not page.startswith("exercises/"):
        return
    for answer in answers(doctree):
        answer["classes"].append("answer")
        check = answer.parent[answer.parent.index(answer) + 1]
        answer.parent.remove(check)
    section = doctree.next_node(nodes.section)
    second = section.first_child_matching_class(nodes.section)
    section.insert(second, nodes.raw("", NOTE, format="html"))


def open_fold(translator, node: nodes.Element) -> None:
    """Write the head of a cell that is closed until the reader opens it."""
    translator.body.append("<details><summary>The code</summary>")


def close_fold(translator, node: nodes.Element) -> None:
    """Write its end."""
    translator.body.append("</details>")


def simplify(app, page: str, template: str, context: dict, doctree) -> None:
    """Drop the marks that change nothing: most words of code have one, and no style for it."""
    colors = re.findall(r"\.highlight \.(\w+)", app.builder.highlighter.get_stylesheet())
    styled = {*colors, "label"}  # and labels of references

    def unmark(leaf: re.Match) -> str:
        return leaf[0] if styled & {*leaf[1].split()} else leaf[2]

    context["body"] = LEAF.sub(unmark, LEAF.sub(unmark, context.get("body", "")))


def configure(app, config) -> None:
    """Replace the settings that are for the site."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    config.version = project["version"]
    config.pygments_style = "a11y-high-contrast-light"
    config.templates_path = [str(HERE / "templates")]
    config.epub_cover = ("_static/cover.png", "cover.html")
    config.html_additional_pages = {}


def setup(app) -> None:
    """Register the changes to settings, exercises, folded cells and code."""
    app.connect("config-inited", configure, priority=100)
    app.connect("doctree-resolved", put_exercises)
    app.connect("html-page-context", simplify)
    app.add_node(HideCodeCellNode, override=True, html=(open_fold, close_fold))
