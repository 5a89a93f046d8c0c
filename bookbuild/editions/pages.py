"""What an edition has otherwise than the site, since nothing runs in it."""

import tomllib

from docutils import nodes

from bookbuild.editions.epub import HERE, Edition
from bookbuild.paths import ROOT
from bookbuild.site.live_exercises import is_answer

NOTE = (
    '<div class="note admonition"><p class="admonition-title">In this edition</p><p>Nothing runs '
    "here. Write an answer down, then compare it with the solution in the next section. On the "
    "book's site and in JupyterLab each answer can be checked.</p></div>"
)


def put_exercises(app, doctree, page: str) -> None:
    """Leave room for answers, and leave the cells out that would check them."""
    if not page.startswith("exercises/"):
        return
    for answer in list(doctree.findall(is_answer)):
        answer["classes"].append("answer")
        check = answer.parent[answer.parent.index(answer) + 1]
        answer.parent.remove(check)
    section = doctree.next_node(nodes.section)
    second = section.first_child_matching_class(nodes.section)
    section.insert(second, nodes.raw("", NOTE, format="html"))


def open_fold(translator, node: nodes.Element) -> None:
    """Write the head of a cell that is closed until the reader opens it."""
    translator.body.append("<details><summary>Answers</summary>")


def close_fold(translator, node: nodes.Element) -> None:
    """Write its end."""
    translator.body.append("</details>")


def simplify(app, page, template, context, doctree) -> None:
    """Drop marks without a meaning from a page."""
    context["body"] = app.builder.plain(context.get("body", ""))


def configure(app, config) -> None:
    """Replace the settings that are for the site."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    config.version = project["version"]
    config.pygments_style = "a11y-high-contrast-light"
    config.templates_path = [str(HERE / "templates")]
    config.epub_cover = ("_static/cover.png", "cover.html")
    config.html_additional_pages = {}
    nodes_of = app.registry.translation_handlers  # Sphinx looks no further than to these:
    nodes_of["epub"] = nodes_of["html"] | nodes_of["epub"]
    nodes_of["epub"]["HideCodeCellNode"] = (open_fold, close_fold)


def setup(app) -> dict:
    """Register the builder and the changes; loaded for an edition only."""
    app.setup_extension("bookbuild.editions.mathml")
    app.add_builder(Edition, override=True)
    app.connect("config-inited", configure, priority=100)
    app.connect("doctree-resolved", put_exercises)
    app.connect("html-page-context", simplify)
    return {"parallel_read_safe": True}
