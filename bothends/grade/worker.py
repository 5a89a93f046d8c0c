"""The process of one submission: run its cells, mark its answers, report each step.

Each check cell is replaced by the check itself, whatever the submission made of it.
"""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from IPython.core.interactiveshell import InteractiveShell

from bothends.exercises.engine.format import printable
from bothends.exercises.engine.personal import plain_name
from bothends.grade.key import Question, choose, read_key
from bothends.grade.mark import Mark, mark, plain
from bothends.grade.notebook import Cell, NotANotebookError, code_cells

HIDDEN = "### BEGIN HIDDEN TESTS"
Report = Callable[..., None]


class Session:
    """A submission at work. `lost` says what came of the places that ended an earlier process."""

    def __init__(self, learner: str, report: Report, lost: dict[str, Mark]):
        self.learner, self.report, self.lost = learner, report, lost
        self.shell = InteractiveShell()
        self.trouble: Mark | None = None  # the last cell that failed since the last check

    def run(self, cell: Cell) -> None:
        """Run a cell; an error stays in it, as in a notebook."""
        place = f"cell {cell.number}"
        if place in self.lost:
            self.trouble = self.lost[place]
            return
        self.report(at=place)
        done = self.shell.run_cell(cell.source)
        error = done.error_before_exec or done.error_in_exec
        if isinstance(error, MemoryError):  # what it holds would starve the cells below
            raise error
        if error:
            # An unfinished cell raises a kind of its own from Python 3.13 on.
            kind = "SyntaxError" if isinstance(error, SyntaxError) else type(error).__name__
            self.trouble = plain("crashed", f"{place} raised {kind}: {error}")

    def ask(self, question: Question, note: str = "") -> None:
        """Mark what the question's name means by now."""
        came_of_it = self._mark(question)
        whose = self._other_name() if question.is_own else ""
        detail = "; ".join(filter(None, (whose, note, came_of_it["detail"])))
        points = question.points if came_of_it["result"] == "right" else 0
        about = {"exercise": question.name, "points": points, "possible": question.points}
        self.report(row={**about, **came_of_it, "detail": detail})
        self.trouble = None

    def _mark(self, question: Question) -> Mark:
        function = question.function
        if question.name in self.lost:
            return self.lost[question.name]
        if function not in self.shell.user_ns:
            return self.trouble or plain("not attempted", f"no cell defines {function}")
        self.report(at=question.name)
        return mark(question.of(self.learner), self.shell.user_ns[function])

    def _other_name(self) -> str:
        """Say so if the notebook has a name, and not that of the learner who handed it in."""
        name = str(self.shell.user_ns.get("NAME", ""))
        if plain_name(name) in ("", plain_name(self.learner)):
            return ""
        return f"NAME is {printable(name, 40)!r}, handed in by {self.learner!r}"


def work(path: Path, learner: str, solutions: Path, report: Report, lost: dict[str, Mark]) -> None:
    """Run a notebook from top to bottom; what has no check cell is checked at the end."""
    try:
        cells = code_cells(path)
    except NotANotebookError as error:
        return report(row=plain("crashed", str(error)))
    waiting = dict(choose(read_key(solutions), path, cells))
    if not waiting:
        return report(row=plain("not attempted", "no exercise of this course is in the notebook"))
    sitting = Session(learner, report, lost)
    for cell in cells:
        question = waiting.pop(cell.grade_id, None)
        if question:
            is_whole = cell.source.partition(HIDDEN)[0].strip() == question.check
            sitting.ask(question, "" if is_whole else "its check cell was edited")
        else:
            sitting.run(cell)
    for question in waiting.values():
        sitting.ask(question, "its check cell is missing")


def limit_memory(megabytes: int) -> None:
    """Refuse this process more memory than that, where the system can: on Linux."""
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (megabytes * 2**20,) * 2)


def main(
    path: str, learner: str, solutions: str, report_path: str, lost: str, megabytes: str
) -> None:
    """Work, and leave at once: a thread that a cell started does not keep the process."""
    limit_memory(int(megabytes))
    with open(report_path, "w", encoding="utf-8") as file:

        def report(**line) -> None:
            print(json.dumps(line), file=file, flush=True)

        work(Path(path), learner, Path(solutions), report, json.loads(lost))
        report(done=True)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
