"""Exercises that know which mistake was made; standard library only.

`check(exercise_id, answer)` judges an answer, `hint(exercise_id)` opens the next hint and
`progress()` lists all exercises, or those of a chapter. The same files run in JupyterLab and in
the page.
"""

from bothends.exercises.engine.api import Result, check, hint, progress
from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.report import NotYet

__all__ = [
    "Case",
    "Exercise",
    "Misconception",
    "NotYet",
    "Result",
    "check",
    "hint",
    "progress",
]
