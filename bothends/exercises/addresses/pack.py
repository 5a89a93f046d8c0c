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


def _round_the_corner(ids, B, T):
    inputs, _ = packed(ids, B, T)
    return [inputs, [one[1:] + one[:1] for one in inputs]]


def _window_by_window(ids, B, T):
    return [list(pair) for pair in zip(*packed(ids, B, T), strict=True)]


def _upright(ids, B, T):
    return [[list(column) for column in zip(*one, strict=True)] for one in packed(ids, B, T)]


def _whole_windows(ids, B, T):
    windows = [ids[b * T : b * T + T + 1] for b in range(B)]
    return [windows, windows]


def _targets_of_the_next(ids, B, T):
    inputs, _ = packed(ids, B, T)
    return [inputs, [ids[b * T + T : b * T + 2 * T] for b in range(B)]]


def _round_the_last_corner(ids, B, T):
    inputs, targets = packed(ids, B, T)
    targets[-1][-1] = inputs[0][0]
    return [inputs, targets]


def _column_by_column(ids, B, T):
    return [[part[b::B] for b in range(B)] for part in (ids[: B * T], ids[1 : B * T + 1])]


def _cases():
    draw = random.Random(7)
    return [
        Case({"ids": [5, 9, 2, 7, 7, 4, 1, 8, 3], "B": 2, "T": 3}, "two ids are left over"),
        Case({"ids": [3, 1, 4, 1, 5], "B": 1, "T": 4}, "one sequence"),
        Case({"ids": [4, 0, 9, 2, 6, 1, 7], "B": 2, "T": 2}, "a whole window is left over"),
        Case({"ids": [6, 0, 2, 8], "B": 3, "T": 1}, "sequences of one id"),
        Case({"ids": [draw.randrange(50) for _ in range(10)], "B": 3, "T": 3}, "B equals T"),
        Case({"ids": [draw.randrange(50) for _ in range(25)], "B": 4, "T": 5}),
        Case({"ids": [draw.randrange(50) for _ in range(19)], "B": 2, "T": 4}, "much is left over"),
        Case({"ids": [draw.randrange(50) for _ in range(14)], "B": 3, "T": 2}, "three short ones"),
    ]


EXERCISE = Exercise(
    id="addresses-pack",
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
        Misconception(
            "round the corner",
            "The last target of your windows is their own first id. It is the id that follows, the "
            "first input of the next window.",
            _round_the_corner,
            also=(_round_the_last_corner,),
        ),
        Misconception(
            "window by window",
            "You return for each window its inputs and its targets. Asked for are the inputs of "
            "all windows first, then the targets of all.",
            _window_by_window,
        ),
        Misconception(
            "sequences in columns",
            "Your sequences stand in columns. Each belongs in a row: B rows of T ids.",
            _upright,
        ),
        Misconception(
            "whole windows",
            "You return windows of T + 1 ids. The inputs are all but the last of them, and the "
            "targets all but the first.",
            _whole_windows,
        ),
        Misconception(
            "the next window for targets",
            "Your targets are the inputs of the next window, T places on. Each target lies one "
            "place after its input.",
            _targets_of_the_next,
        ),
        Misconception(
            "windows from the end",
            "You cut the windows so that they end with the list. They begin with it, and what is "
            "left over lies at the end.",
            lambda ids, B, T: packed(ids[len(ids) - B * T - 1 :], B, T),
        ),
        Misconception(
            "dealt out like cards",
            "Your sequences take every B-th id. A sequence is a piece of the text, T ids in a row.",
            _column_by_column,
        ),
    ),
    parts=("the inputs", "the targets"),
    hints=(
        "Which id is the target of the first one?",
        "Sequence b begins at place b T. Its window has T + 1 ids.",
        "`ids[b * T : b * T + T]` are the inputs of sequence b. Its targets lie one place further.",
    ),
)
