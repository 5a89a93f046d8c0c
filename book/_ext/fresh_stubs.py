"""An exercise is published as it is handed out, also where somebody has solved it in place."""

import sys
from pathlib import Path

import nbformat

sys.path.append(str(Path(__file__).resolve().parents[1]))
from press.page import learners_work


def fresh_stubs(root: Path) -> dict[str, str]:
    """Return, for each page whose file holds somebody's work, the notebook to publish instead."""
    return {
        page.target.relative_to(root).with_suffix("").as_posix(): nbformat.writes(page.executed())
        for page in learners_work(root)
    }


def setup(app) -> dict:
    """Show the fresh stub on the page, and offer it for download."""
    stubs = fresh_stubs(Path(app.srcdir))

    def show(app, docname: str, text: list[str]) -> None:
        text[0] = stubs.get(docname, text[0])

    def offer(app, error: Exception | None) -> None:
        for docname, text in stubs.items() if error is None else ():
            (Path(app.outdir) / "_sources" / f"{docname}.ipynb").write_text(text, encoding="utf-8")

    app.connect("source-read", show)
    app.connect("build-finished", offer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
