"""A learner's progress: one JSON file, written atomically, never lost and never in the way.

`BOTHENDS_PROGRESS` names the file; "off" keeps progress in memory only. What happened in this
process is kept in memory as well and merged with the file, so two notebooks that are open at
once lose nothing, and a full disk loses nothing until the kernel stops.
"""

import json
import os
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from bothends.exercises.engine.renamed import now

VERSION = 1


@dataclass(frozen=True)
class Record:
    """What is known of one exercise."""

    solved: bool = False
    hints: int = 0

    def __or__(self, other: "Record") -> "Record":
        return Record(self.solved or other.solved, max(self.hints, other.hints))


NEW = Record()
_here: dict[Path | None, dict[str, Record]] = {}
_told: set[str] = set()


def load() -> dict[str, Record]:
    """Return all records: those of the file and those of this process."""
    path = _path()
    try:
        return _merged(path)
    except OSError as error:
        _tell(f"Progress could not be read from {path} ({error.strerror}).")
        return _here.get(path, {})


def record(exercise_id: str, *, solved: bool = False, hints: int = 0) -> None:
    """Add to what is known of an exercise and write the file."""
    path = _path()
    here = _here.setdefault(path, {})
    here[exercise_id] = here.get(exercise_id, NEW) | Record(solved, hints)
    try:
        if path:
            _write(path, _merged(path))
    except OSError as error:
        _tell(
            f"Progress could not be saved to {path} ({error.strerror}). It is kept until Python "
            "stops; free some space, or set BOTHENDS_PROGRESS to another file."
        )


def _path() -> Path | None:
    chosen = os.environ.get("BOTHENDS_PROGRESS")
    if chosen:
        return None if chosen == "off" else Path(chosen)
    try:
        return _data_directory() / "bothends" / "progress.json"
    except RuntimeError:  # this user has no home directory
        return None


def _data_directory() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def _merged(path: Path | None) -> dict[str, Record]:
    one, two = _read(path) if path else {}, _here.get(path, {})
    return {key: one.get(key, NEW) | two.get(key, NEW) for key in sorted({*one, *two})}


def _read(path: Path) -> dict[str, Record]:
    try:
        return _parse(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        _set_aside(path)
        return {}


def _parse(text: str) -> dict[str, Record]:
    content = json.loads(text)
    if content["version"] != VERSION:
        raise ValueError(f"version {content['version']} is not {VERSION}")
    records: dict[str, Record] = {}
    for key, fields in content["exercises"].items():
        one = Record(**fields)
        if type(one.solved) is not bool or type(one.hints) is not int:
            raise TypeError(f"{one} is no record")
        records[now(key)] = records.get(now(key), NEW) | one
    return records


def _set_aside(path: Path) -> None:
    """Rename a file that this version cannot read; it may be all that is left of much work."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.kept-{number}.json")).exists():
        number += 1
    path.rename(aside)
    _tell(f"{path} holds no progress that this version can read: it is kept as {aside.name}.")


def _write(path: Path, records: dict[str, Record]) -> None:
    content = {"version": VERSION, "exercises": {key: asdict(one) for key, one in records.items()}}
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(content, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def _tell(sentence: str) -> None:
    """Say each thing once: a check should not repeat it after every try."""
    if sentence not in _told:
        _told.add(sentence)
        print(sentence)
