"""The rooms of the tools are apart, but for the doors that the package names."""

import ast
import re

import bookbuild
from bookbuild.paths import ROOT

FOLDER = ROOT / "bookbuild"
ROOMS = {path.parent.name for path in FOLDER.glob("*/__init__.py")}
NAMED = set(re.findall(r"^`(\w+\.\w+)` ", bookbuild.__doc__, re.MULTILINE))


def imported(text: str) -> set[str]:
    """Return the modules of rooms, without the package's name, that a module imports."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    names = (name.removeprefix("bookbuild.") for name in found if name.startswith("bookbuild."))
    return {
        name
        for name in names
        if (FOLDER / name.replace(".", "/")).with_suffix(".py").is_file() and "." in name
    }


def test_a_room_imports_of_another_what_the_package_names_and_all_of_that():
    crossed = {
        name
        for room in ROOMS
        for path in (FOLDER / room).rglob("*.py")
        for name in imported(path.read_text("utf-8"))
        if name.split(".")[0] != room
    }
    assert crossed == NAMED


def test_what_serves_all_rooms_imports_none():
    for name in ("arguments", "build", "drawings", "errors", "paths"):
        assert imported((FOLDER / f"{name}.py").read_text("utf-8")) == set()
