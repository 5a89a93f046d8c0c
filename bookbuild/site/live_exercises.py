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


class LiveExercise(nodes.General, nodes.Element):
    """The cells of an exercise, which stand in for the editor where there is none."""


def put_exercises(app, doctree, page: str) -> None:
    """Enclose the two cells of each exercise: live where lists can answer it, else with a link."""
    if not page.startswith("exercises/"):
        return
    solved = published_solutions(app, page)
    for answer in answers(doctree):
        exercise = find(grade(answer)["grade_id"])
        place, at = answer.parent, answer.parent.index(answer)
        cells = place[at : at + 2]
        if grade(cells[-1]).get("grade_id") != f"{exercise.id}-check":
            raise ExtensionError(f"{page}: the cell after {exercise.id} does not check it")
        del place[at : at + 2]
        place.insert(at, live(exercise, cells) if exercise.in_page else elsewhere(app, page, cells))
        if exercise.id in solved:
            place[at + 1 : at + 1] = folded(solved[exercise.id])
    if next(doctree.findall(LiveExercise), None):
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


def live(exercise: Exercise, cells: list[nodes.Node]) -> LiveExercise:
    """Return the element with all that it must know before Python is there."""
    return LiveExercise(
        "",
        *cells,
        data={
            "exercise": exercise.id,
            "title": exercise.title,
            "hints": json.dumps(exercise.hints),
            "bytes": str(live_assets.bytes_to_load()),
        },
    )


def elsewhere(app, page: str, cells: list[nodes.Node]) -> nodes.container:
    """Return the cells with a line that says where they can be run."""
    name, anchor = HOW_TO_RUN
    link = nodes.reference(
        "", "in JupyterLab", refuri=app.builder.get_relative_uri(page, name) + anchor, internal=True
    )
    words = "This exercise needs torch, which a page does not have: solve it "
    if app.tags.has("launch"):
        words += "elsewhere, with the rocket at the top of this page, or "
    line = nodes.paragraph("", "", nodes.Text(words), link, nodes.Text("."))
    return nodes.container("", *cells, line, classes=["in-jupyterlab"])


def open_exercise(translator, node) -> None:
    """Write the opening tag."""
    data = " ".join(f'data-{name}="{escape(text)}"' for name, text in node["data"].items())
    translator.body.append(f"<live-exercise {data}>")


def close_exercise(translator, node) -> None:
    """Write the closing tag."""
    translator.body.append("</live-exercise>")


def setup(app) -> dict:
    """Register the element and its assets."""
    app.add_node(LiveExercise, html=(open_exercise, close_exercise))
    app.connect("doctree-resolved", put_exercises)
    app.connect("build-finished", live_assets.build, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
