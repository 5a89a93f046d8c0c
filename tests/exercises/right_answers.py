"""Right answers to all exercises: RIGHT in several styles, TABLES as numbers and words alone.

Each module of `right` has those of a chapter. TABLES are those of kind "table" and "choice".
"""

from importlib import import_module
from pathlib import Path

NAMES = sorted(path.stem for path in Path(__file__).parent.glob("right/*.py"))
CHAPTERS = [import_module(f"tests.exercises.right.{name}") for name in NAMES]
RIGHT = {id_: answers for chapter in CHAPTERS for id_, answers in chapter.RIGHT.items()}
TABLES = {id_: answer for chapter in CHAPTERS for id_, answer in chapter.TABLES.items()}
