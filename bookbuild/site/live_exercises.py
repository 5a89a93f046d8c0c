"""Exercises that are solved in the page: an element around the cells of each, by their grade id."""

import json
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError

from bookbuild.site import live_assets
from bookbuild.site.exercise_pages import answers, grade, solutions
from bothends.exercises.engine.catalogue import find
from bothends.exercises.engine.exercise import Exercise

NOTE = (
    '<p class="live-note" hidden>In this page there is no cell to run: write an answer into its '
    "editor and press Check. The imports above are done for you.</p>"
)
HOW_TO_RUN = "book/index", "#run-it-yourself"


def put_exercises(app, doctree, page: str) -> None:
    """Enclose the two cells of each exercise: live where lists can answer it, else with a link."""
    if not page.startswith("exercises/"):
        return
    solved, any_live = published_solutions(app, page), False
    for answer in answers(doctree):
        exercise = find(grade(answer)["grade_id"])
        place, at = answer.parent, answer.parent.index(answer)
        cells = place[at : at + 2]
        if grade(cells[-1]).get("grade_id") != f"{exercise.id}-check":
            raise ExtensionError(f"{page}: the cell after {exercise.id} does not check it")
        place[at : at + 2] = [
            *(live(exercise, cells) if exercise.in_page else elsewhere(app, page, cells)),
            *(folded(solved[exercise.id]) if exercise.id in solved else ()),
        ]
        any_live |= exercise.in_page
    if any_live:
        article = doctree[0]
        article.insert(article.first_child_matching_class(nodes.section), html(NOTE))
        article += html("<live-desk></live-desk>")


def published_solutions(app, page: str) -> dict[str, str]:
    """Return the solutions to a page's exercises, or none where the site does without them."""
    is_published = page.replace("exercises/", "solutions/", 1) in app.env.found_docs
    return solutions(Path(app.srcdir), page) if is_published else {}


def folded(code: str) -> list[nodes.Node]:
    """Return a solution that opens when it is asked for."""
    opening = html('<details class="solution"><summary>A solution</summary>')
    return [opening, nodes.literal_block(code, code, language="python"), html("</details>")]


def html(text: str) -> nodes.raw:
    """Return a node that only a browser gets."""
    return nodes.raw("", text, format="html")


def live(exercise: Exercise, cells: list[nodes.Node]) -> list[nodes.Node]:
    """Return the cells in an element with all that it must know before Python is there."""
    data = {
        "exercise": exercise.id,
        "title": exercise.title,
        "hints": json.dumps(exercise.hints),
        "bytes": str(live_assets.bytes_to_load()),
    }
    attributes = " ".join(f'data-{name}="{escape(text)}"' for name, text in data.items())
    return [html(f"<live-exercise {attributes}>"), *cells, html("</live-exercise>")]


def elsewhere(app, page: str, cells: list[nodes.Node]) -> list[nodes.Node]:
    """Return the cells with a line that says where they can be run."""
    name, anchor = HOW_TO_RUN
    link = nodes.reference(
        "", "in JupyterLab", refuri=app.builder.get_relative_uri(page, name) + anchor, internal=True
    )
    words = "This exercise needs torch, which a page does not have: solve it "
    if app.tags.has("launch"):
        words += "elsewhere, with the rocket at the top of this page, or "
    line = nodes.paragraph("", "", nodes.Text(words), link, nodes.Text("."))
    return [nodes.container("", *cells, line, classes=["in-jupyterlab"])]


def setup(app) -> None:
    """Change the pages of exercises, and make what they load when all are written."""
    app.connect("doctree-resolved", put_exercises)
    app.connect("build-finished", live_assets.build, priority=600)
