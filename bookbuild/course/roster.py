"""The students of a course: a CSV as nbgrader reads it, with a column `id`."""

import csv
from pathlib import Path

from bookbuild.errors import BookError
from bothends.exercises.engine.personal import plain_name

COLUMNS = ("id", "first_name", "last_name", "email")


def read_roster(path: Path) -> list[dict[str, str]]:
    """Return what is known of each student, in the order of the file.

    Raises:
        BookError: the file cannot be read, has no column `id` or no students, or an id is empty
            or not the only one of its kind.

    """
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            table = csv.DictReader(file)
            head, rows = table.fieldnames or [], [(table.line_num, row) for row in table]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BookError(f"{path}: no CSV in UTF-8 ({error}): save it as one") from error
    if "id" not in head:
        columns = ",".join(head)
        raise BookError(f"{path}, line 1: no column id in {columns!r}: begin with 'id,email'")
    if not rows:
        raise BookError(f"{path}: no students: write one line for each, below the first")
    _refuse_twins(path, rows)
    return [{key: row[key] for key in COLUMNS if row.get(key)} for _, row in rows]


def _refuse_twins(path: Path, rows: list[tuple[int, dict]]) -> None:
    """Each id is a folder, and gives numbers: spelling and case do not set two apart."""
    seen: dict[str, int] = {}
    for line, row in rows:
        name = row["id"] or ""
        if not plain_name(name) or "/" in name:
            raise BookError(f"{path}, line {line}: {name!r} is no id: use letters and digits")
        first = seen.setdefault(plain_name(name), line)
        if first != line:
            raise BookError(
                f"{path}, line {line}: {name!r} is the id in line {first} as well: change one"
            )
