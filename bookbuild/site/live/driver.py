"""Runs a learner's cells in the page: prints, bounded; errors in words; and how it ended."""

import ast
import json
import linecache
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import TextIOBase
from pathlib import Path

from bothends.exercises import NotYet

FILE = "<your answer>"
LIMIT = 20_000
ELSEWHERE = (
    "{} is not here: the page runs Python with its standard library alone. "
    "Lists can answer this; torch and numpy are there in JupyterLab."
)


class Output(TextIOBase):
    """Hands text on to `say`, at most LIMIT characters, and says when it cut the rest."""

    def __init__(self, say: Callable[[str], None]):
        self.say, self.left = say, LIMIT

    def write(self, text: str) -> int:
        """Hand on what there is room for."""
        if self.left >= 0:
            self.say(text[: self.left])
            self.left -= len(text)
            if self.left < 0:
                self.say(f"\n... The rest is cut: the page shows {LIMIT:,} characters.\n")
        return len(text)


class Nowhere:
    """The last place in which an import looks: says in words that a package is not here."""

    @staticmethod
    def find_spec(name: str, path=None, target=None) -> None:
        """Refuse a package that nobody has found."""
        if "." not in name:
            raise ModuleNotFoundError(ELSEWHERE.format(name), name=name)


class Missing:
    """Stands where an import found nothing; whoever uses it is told."""

    def __init__(self, name: str):
        self._name = name

    def __getattr__(self, attribute: str):
        raise ModuleNotFoundError(ELSEWHERE.format(self._name))

    def __call__(self, *args, **kwargs) -> None:
        """Refuse a call, in the words of any other use."""
        raise ModuleNotFoundError(ELSEWHERE.format(self._name))


def start() -> Callable[[str, Callable[[str], None]], str]:
    """Look for imports in the last place too, and return what runs jobs."""
    sys.meta_path.append(Nowhere)
    return attempt


def attempt(job: str, say: Callable[[str], None]) -> str:
    """Run a job, in JSON, and return how it ended, in JSON.

    A job has the cells `before` the answer, the answer's `code`, the cell that `check`s it or
    nothing, and the learner's `progress`, the text of the file that `bothends.exercises` keeps.
    """
    cells = json.loads(job)
    progress = Path(os.environ["BOTHENDS_PROGRESS"])
    progress.write_text(cells["progress"], encoding="utf-8")
    out = Output(say)
    with redirect_stdout(out), redirect_stderr(out):
        ended, html = perform(cells)
    if ended == "ran" and out.left == LIMIT:
        ended = "ran silently"
    return json.dumps({"ended": ended, "html": html, "progress": progress.read_text("utf-8")})


def perform(cells: dict) -> tuple[str, str]:
    """Run the cells; return how that ended, and what the checker says as HTML."""
    try:
        names = prepare(cells["before"])
        run(cells["code"], names)
        if not cells["check"]:
            return "ran", ""
        exec(cells["check"], names)
        return ("correct" if names["result"] else "not attempted"), ""
    except NotYet as wrong:
        return "not yet", wrong.html
    except NotImplementedError as stub:
        if stub.args:
            return complain(stub)
        print("not attempted yet: the answer still raises NotImplementedError.")
        return "not attempted", ""
    except BaseException as error:
        return complain(error)


def prepare(cells: list[str]) -> dict:
    """Return the names that the page's earlier cells make, as far as they can be made here."""
    names = {"__name__": "__main__"}
    for statement in (one for cell in cells for one in ast.parse(cell).body):
        try:
            exec(compile(ast.Module([statement], []), "<earlier cell>", "exec"), names)
        except ImportError:
            for alias in getattr(statement, "names", ()):
                name = alias.asname or alias.name.partition(".")[0]
                names.setdefault(name, Missing(name))
    return names


def run(code: str, names: dict) -> None:
    """Run a cell and, as a notebook does, show the value of an expression in its last line."""
    linecache.cache[FILE] = (len(code), None, code.splitlines(keepends=True), FILE)
    tree = ast.parse(code, FILE)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, FILE, "exec"), names)
    value = last and eval(compile(ast.Expression(last.value), FILE, "eval"), names)
    if value is not None:
        print(repr(value))


def complain(error: BaseException) -> tuple[str, str]:
    """Print an error with the lines of the learner's own that led to it."""
    report = traceback.TracebackException.from_exception(error)
    own = [frame for frame in report.stack if frame.filename == FILE]
    report.stack = traceback.StackSummary.from_list(own)
    if isinstance(error, NameError) and not own:  # the cell that checks asks for a name
        print(f"The answer must define {error.name}, as the stub does.")
    else:
        print("".join(report.format() if own else report.format_exception_only()), end="")
    return "error", ""
