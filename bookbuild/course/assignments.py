"""The nbgrader course: sources with solutions, releases made from them, a gradebook."""

import re
from pathlib import Path

from nbformat import NotebookNode
from traitlets.config import PyFileConfigLoader

from bookbuild.errors import BookError
from bookbuild.notebooks.pressed import normalize, save
from bookbuild.notebooks.source import read
from bothends.exercises.engine.catalogue import chapter_of

OWN = "own_numbers"
NUMBERS = Path(__file__).with_name("numbers.md")
CONFIG = '''"""What nbgrader must know of this course."""

import os
import sys
from pathlib import Path

c = get_config()
c.CourseDirectory.course_id = "{seed}"
# An exercise that nobody touched says so, and is not wrong.
c.ClearSolutions.code_stub = {{"python": "raise NotImplementedError"}}
c.Execute.timeout = 60  # seconds a cell

# nbgrader calls alembic by name; and marking is nobody's progress.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
os.environ["BOTHENDS_PROGRESS"] = "off"
'''
LINK = re.compile(r"\[([^]]+)\]\(\.\./[^)]+\)")


def choose(folder: Path, wanted: str) -> list[Path]:
    """Return the sources of the chapters that are wanted, such as "02,03"; all for nothing.

    Raises:
        BookError: a chapter is not there.

    """
    sources = {path.stem[:2]: path for path in sorted(folder.glob("*.md"))}
    numbers = [number.strip() for number in wanted.split(",") if number.strip()]
    for number in numbers:
        if number not in sources:
            raise BookError(
                f"chapters: {number!r} is none with exercises: there are {', '.join(sources)}"
            )
    return [path for number, path in sources.items() if number in (numbers or sources)]


def write(course: Path, sources: list[Path], seed: str, students: list[dict]) -> None:
    """Write the course directory to `course`.

    Raises:
        BookError: nbgrader refuses an assignment.

    """
    course.mkdir(parents=True)
    (course / "nbgrader_config.py").write_text(CONFIG.format(seed=seed), encoding="utf-8")
    for path in sources:
        _write_source(course / "source" / path.stem, read(path))
    own = own_numbers(seed, {path.stem[:2] for path in sources})
    if any("points" in cell.metadata.get("nbgrader", {}) for cell in own.cells):
        _write_source(course / "source" / OWN, own)
    _release(course, students)


def own_numbers(seed: str, chapters: set[str]) -> NotebookNode:
    """Return the notebook of own numbers, with its head and the sections of these chapters."""
    notebook = read(NUMBERS)
    sections: list[list[NotebookNode]] = [[]]
    for cell in notebook.cells:
        if cell.source.startswith("## "):
            sections.append([])
        sections[-1].append(cell)
        cell.source = cell.source.replace("/SEED/", f"/{seed}/")
    head, *rest = sections
    notebook.cells = head + [cell for one in rest if _chapter(one) in chapters for cell in one]
    return notebook


def _chapter(section: list[NotebookNode]) -> str:
    """Return the number of the chapter whose exercise the section's last cell checks."""
    grade_id = section[-1].metadata.nbgrader.grade_id
    return chapter_of(grade_id.removeprefix("own-").removesuffix("-check"))


def _write_source(folder: Path, notebook: NotebookNode) -> None:
    """Write a source; its links lead to the book, which does not lie beside it."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = LINK.sub(r"\1", cell.source)
    normalize(notebook)
    folder.mkdir(parents=True)
    save(notebook, folder / f"{folder.name}.ipynb")


def _release(course: Path, students: list[dict]) -> None:
    """Let nbgrader make the release and the gradebook, with its own settings."""
    from nbgrader.api import Gradebook
    from nbgrader.apps import NbGraderAPI

    config = PyFileConfigLoader("nbgrader_config.py", path=str(course)).load_config()
    config.CourseDirectory.root = str(course.resolve())
    api = NbGraderAPI(config=config)
    for source in sorted((course / "source").iterdir()):
        done = api.generate_assignment(source.name)
        if not done["success"]:
            raise BookError(f"nbgrader refuses {source.name}: {done['error']}")
    with Gradebook(api.coursedir.db_url) as gradebook:
        for student in students:
            gradebook.add_student(student["id"], **{k: v for k, v in student.items() if k != "id"})
