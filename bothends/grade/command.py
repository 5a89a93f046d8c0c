"""`python -m bothends.grade`: which folder, which limits, and the CSV."""

import csv
import sys
from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from bothends.grade.key import SOLUTIONS, notebooks
from bothends.grade.mark import plain
from bothends.grade.process import Limits, rows

COLUMNS = (
    "learner",
    "notebook",
    "exercise",
    "result",
    "solved",
    "points",
    "possible",
    "misconception",
    "detail",
)
EPILOG = (
    "result is one of: right, wrong, not attempted, crashed, timed out. A submission's own check "
    "cells are not run. One that breaks gets a row that says what happened, and the next one is "
    "marked. The limits stop accidents, not attacks: mark strangers' work in a container."
)


def main(argv: Sequence[str] | None = None) -> int:
    """Mark each submission, write its rows at once, and return the exit code."""
    asked = _asked(argv)
    limits = Limits(asked.seconds, asked.memory)
    met = Counter()
    # A file name may hold bytes that are no text.
    sys.stdout.reconfigure(errors="backslashreplace")
    with asked.to.open("w", newline="", encoding="utf-8", errors="backslashreplace") as file:
        table = csv.DictWriter(file, COLUMNS, restval="")
        table.writeheader()
        for learner, notebook in submissions(asked.folder):
            marked = _marked(learner, notebook, asked.solutions, limits)
            where = notebook.relative_to(asked.folder) if notebook else ""
            solved = sum(row["result"] == "right" for row in marked)
            print(f"{learner} {where}: {solved} of {len(marked)} solved", flush=True)
            for row in marked:
                is_right = "yes" if row["result"] == "right" else "no"
                table.writerow({"learner": learner, "notebook": where, "solved": is_right, **row})
            met.update((row["exercise"], name) for row in marked if (name := row["misconception"]))
            file.flush()
    for (exercise, misconception), count in met.most_common():
        print(f"{count} met in {exercise}: {misconception}")
    print(f"written: {asked.to}")
    return 0


def submissions(folder: Path) -> Iterator[tuple[str, Path | None]]:
    """Yield (learner, notebook): a notebook or a folder a learner; None if it holds none."""
    for entry in sorted(folder.iterdir()):
        if entry.is_dir() and not entry.name.startswith("."):
            yield from ((entry.name, path) for path in notebooks(entry) or [None])
        elif entry.suffix == ".ipynb":
            yield entry.stem, entry


def _marked(learner: str, notebook: Path | None, solutions: Path, limits: Limits) -> list[dict]:
    if notebook is None:
        return [plain("not attempted", "no notebook in this folder")]
    return rows(notebook, learner, solutions, limits)


def _asked(argv: Sequence[str] | None) -> Namespace:
    """Return what the command line asks for, or leave with a sentence about it."""
    parser = _parser()
    asked = parser.parse_args(argv)
    missing = [name for name in ("IPython", "torch") if not find_spec(name)]
    if missing:
        parser.error(f"{' and '.join(missing)} missing: `make venv` installs what the book needs")
    if not asked.folder.is_dir():
        parser.error(f"{asked.folder} is no folder: name the one that holds the submissions")
    if not any(submissions(asked.folder)):
        parser.error(f"{asked.folder} holds neither a notebook nor a folder of them")
    if not notebooks(asked.solutions):
        parser.error(f"{asked.solutions} holds no notebooks: name the book's with --solutions")
    if not asked.to.absolute().parent.is_dir():
        parser.error(f"{asked.to.parent} is no folder: make it, or name another file with --to")
    return asked


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m bothends.grade",
        description="Mark a folder of submissions: a notebook, or a folder of notebooks, for each "
        "learner. Writes a CSV with a line for each exercise.",
        epilog=EPILOG,
        formatter_class=ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("folder", type=Path, help="the submissions, one entry a learner")
    add("--to", type=Path, metavar="FILE", default=Path("grades.csv"), help="the CSV")
    add("--seconds", type=_whole, metavar="N", default=60, help="the time that a notebook may take")
    add("--memory", type=_whole, metavar="N", default=4096, help="megabytes it may take, on Linux")
    add(
        "--solutions",
        type=Path,
        metavar="FOLDER",
        default=SOLUTIONS,
        help="what is asked, for how many points: the book's solutions, or a course's source",
    )
    return parser


def _whole(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text} is no whole number from 1")
    return int(text)
