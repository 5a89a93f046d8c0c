"""Make a course kit: assignments for nbgrader, the site without solutions, lists for you.

make course OUT=../kit SEED=spring-2027 CHAPTERS=02,03 ROSTER=students.csv
"""

import argparse
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from bookbuild.course import assignments, lists, site
from bookbuild.course.roster import read_roster
from bookbuild.errors import BookError
from bookbuild.paths import ROOT


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Write the kit that the arguments ask for, and return the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    out = options.out.resolve()
    try:
        check_seed(options.seed)
        refuse_to_overwrite(out)
        sources = assignments.choose(root / "book/exercises", options.chapters)
        students = read_roster(options.roster) if options.roster else []
    except BookError as why:
        parser.error(str(why))
    out.parent.mkdir(parents=True, exist_ok=True)
    # Beside its place, and moved there when it is complete.
    with TemporaryDirectory(prefix=".kit-", dir=out.parent) as desk:
        write(Path(desk), root, sources, options.seed, students)
        (Path(desk) / "kit").replace(out)
    print(f"course: the kit is in {options.out}: begin with {lists.PAGE}")
    return 0


def write(desk: Path, root: Path, sources: list[Path], seed: str, students: list[dict]) -> None:
    """Write the parts of the kit to `desk / "kit"`."""
    kit, copy = desk / "kit", desk / "copy"
    source = kit / "course/source"
    print("course: nbgrader makes the assignments", flush=True)
    assignments.write(kit / "course", sources, seed, students)
    lists.write(kit, source)
    lists.write_key(kit / "key.csv", source, students)
    print("course: building the site without solutions (a minute or two)", flush=True)
    site.copy(root, copy)
    site.build(copy, kit / "site")
    site.build_package(copy, kit)


def check_seed(seed: str) -> None:
    """Raise a `BookError` for a seed that cannot stand in a notebook."""
    if not re.fullmatch(r"[A-Za-z0-9.-]+", seed):
        raise BookError(f"seed: {seed!r} is none: use letters, digits and hyphens, as spring-2027")


def refuse_to_overwrite(out: Path) -> None:
    """Raise a `BookError` if something is where the kit would go."""
    if out.exists() and not (out.is_dir() and not any(out.iterdir())):
        raise BookError(f"{out} is not empty, and stays as it is: name another folder, or move it")


def _folder(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("is missing: add OUT=../kit, the folder to write")
    return Path(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bookbuild course",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("out", type=_folder, help="the folder to write")
    add("--seed", required=True, help="a word from which the students' numbers follow")
    add("--chapters", default="", help="such as 02,03; all of them without it")
    add("--roster", type=Path, metavar="CSV", help="the students, in a column id")
    return parser
