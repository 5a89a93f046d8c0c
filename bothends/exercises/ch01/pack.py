"""Inputs and targets cut from a row of ids."""

import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception


def packed(ids, B, T):
    """Return [inputs, targets], each B sequences of T ids."""
    inputs = [ids[b * T : b * T + T] for b in range(B)]
    targets = [ids[b * T + 1 : b * T + T + 1] for b in range(B)]
    return [inputs, targets]


def _copies(ids, B, T):
    inputs, _ = packed(ids, B, T)
    return [inputs, inputs]


def _swapped(ids, B, T):
    return packed(ids, B, T)[::-1]


def _shifted_twice(ids, B, T):
    inputs, _ = packed(ids, B, T)
    _, later = packed(ids[1:], B, T)
    return [inputs, later]


def _sliding(ids, B, T):
    windows = [ids[b : b + T + 1] for b in range(B)]
    return [[one[:-1] for one in windows], [one[1:] for one in windows]]


def _gap(ids, B, T):
    windows = [ids[b * (T + 1) : (b + 1) * (T + 1)] for b in range(B)]
    return [[one[:-1] for one in windows], [one[1:] for one in windows]]


def _all_windows(ids, B, T):
    return packed(ids, (len(ids) - 1) // T, T)


def _cases():
    draw = random.Random(7)
    return [
        Case({"ids": [5, 9, 2, 7, 7, 4, 1, 8, 3], "B": 2, "T": 3}, "two ids are left over"),
        Case({"ids": [3, 1, 4, 1, 5], "B": 1, "T": 4}, "one sequence"),
        Case({"ids": [4, 0, 9, 2, 6, 1, 7], "B": 2, "T": 2}, "a whole window is left over"),
        Case({"ids": [6, 0, 2, 8], "B": 3, "T": 1}, "sequences of one id"),
        Case({"ids": [draw.randrange(50) for _ in range(10)], "B": 3, "T": 3}, "B equals T"),
        Case({"ids": [draw.randrange(50) for _ in range(25)], "B": 4, "T": 5}),
    ]


EXERCISE = Exercise(
    id="01-pack",
    title="Inputs and targets",
    minutes=10,
    difficulty="medium",
    kind="function",
    reference=packed,
    cases=_cases,
    misconceptions=(
        Misconception(
            "targets that copy",
            "Your targets equal the inputs. A model can repeat its input without having learned "
            "anything; asked for is the token after it.",
            _copies,
        ),
        Misconception(
            "inputs and targets swapped",
            "You ask for the token before. The inputs are all but the last id of a window, the "
            "targets all but the first.",
            _swapped,
        ),
        Misconception(
            "shifted twice",
            "Your targets lie two places after the inputs. The shift happens once.",
            _shifted_twice,
        ),
        Misconception(
            "windows one place apart",
            "Your sequences begin one place after each other, so they ask almost the same again. "
            "Each id but the first is a target once: the windows begin T places apart.",
            _sliding,
        ),
        Misconception(
            "an id lost between windows",
            "Your windows begin T + 1 places apart, so the first id of each later one is never a "
            "target. The last target of a window is the first input of the next.",
            _gap,
        ),
        Misconception(
            "as many windows as fit",
            "You cut as many windows as the ids allow. Asked for are B of them; all ids behind "
            "these are left over.",
            _all_windows,
        ),
    ),
    hints=(
        "Which id is the target of the first one?",
        "Sequence b begins at place b T. Its window has T + 1 ids.",
        "`ids[b * T : b * T + T]` are the inputs of sequence b. Its targets lie one place further.",
    ),
)
