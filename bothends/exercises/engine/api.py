"""Where a learner comes with an answer: `check`, `hint` and `progress`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bothends.exercises.engine import display, store
from bothends.exercises.engine.attempt import NotAttemptedError
from bothends.exercises.engine.catalogue import every, find, of_chapter
from bothends.exercises.engine.exercise import Exercise
from bothends.exercises.engine.finding import Finding
from bothends.exercises.engine.report import NotYet, compose
from bothends.exercises.engine.verdict import judge


@dataclass(frozen=True)
class Result:
    """True once the exercise is solved; `cases` is how many were tried."""

    exercise_id: str
    solved: bool
    cases: int = 0

    def __bool__(self) -> bool:
        return self.solved


def check(exercise_id: str, answer: Any) -> Result:
    """Judge an answer: print that it is correct, or not attempted yet, and return a result.

    Raises:
        NotYet: the answer is wrong; the message says how.
        ValueError: no exercise has this id.

    """
    exercise = find(exercise_id)
    try:
        finding = judge(exercise, _as_function(exercise, answer))
    except NotAttemptedError as silence:
        print(f'{exercise.id}: {silence} hint("{exercise.id}") opens a hint.')
        return Result(exercise.id, solved=False)
    if finding:
        displayed = display.in_notebook()
        if displayed:
            message = compose(finding)
            display.show(message.text(), message.html())
        raise NotYet(finding, displayed=displayed)
    store.record(exercise.id, solved=True)
    cases = len(exercise.cases())
    print(f"{exercise.id}: correct, {cases} {'case' if cases == 1 else 'cases'}")
    return Result(exercise.id, solved=True, cases=cases)


def _as_function(exercise: Exercise, answer: Any) -> Callable:
    """Accept the bare value of a table or a choice as well as the function that returns it."""
    if callable(answer):
        return answer
    if exercise.kind != "function" or answer is None or answer is Ellipsis:
        return lambda *inputs: answer
    call = f'check("{exercise.id}", your_function)'
    text = f"Pass the function itself, without calling it: {call}."
    raise NotYet(Finding(exercise, text))


def hint(exercise_id: str) -> None:
    """Print the hints opened so far and one more.

    Raises:
        ValueError: no exercise has this id.

    """
    exercise = find(exercise_id)
    steps = exercise.hints
    opened = min(store.load().get(exercise.id, store.NEW).hints + 1, len(steps))
    store.record(exercise.id, hints=opened)
    for number, step in enumerate(steps[:opened], 1):
        print(f"Hint {number} of {len(steps)}: {step}")


def progress(chapter: str | int | None = None) -> None:
    """Show a table of exercises: what they take, which are solved, how many hints are open.

    All of them, or those of one chapter: `progress("01")`, or `progress("addresses")`.

    Raises:
        ValueError: no exercises have this chapter.

    """
    exercises = every() if chapter is None else of_chapter(chapter)
    records = store.load()
    rows = [("Exercise", "Title", "Minutes", "Difficulty", "Solved", "Hints")]
    for exercise in exercises:
        record = records.get(exercise.id, store.NEW)
        solved = "yes" if record.solved else "not yet"
        opened = f"{record.hints} of {len(exercise.hints)}"
        facts = (exercise.title, str(exercise.minutes), exercise.difficulty)
        rows.append((exercise.id, *facts, solved, opened))
    display.show_table(rows)
