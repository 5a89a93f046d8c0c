"""Numbers for the hand exercises, drawn anew: small, mostly whole, and no two answers alike."""

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

from bothends.exercises.engine.answers import read
from bothends.exercises.engine.compare import equal
from bothends.exercises.engine.exercise import Exercise
from bothends.exercises.head_and_loss import four_logits
from bothends.exercises.lookup import by_hand as rows
from bothends.exercises.relative_position import nine_scores
from bothends.exercises.rotation import by_hand as turn
from bothends.exercises.scatter_add import by_hand as gradient
from bothends.exercises.weight_tying import by_hand as two_paths


def drawn(kind: str, seed: str) -> tuple[dict[str, Any], Exercise]:
    """Return numbers that follow from `seed`, and the exercise with them."""
    return distinct(*KINDS[kind][:2], Random(seed), KINDS[kind][2])


def distinct(
    make: Callable, invent: Callable, draw: Random, first: int | None = None
) -> tuple[dict[str, Any], Exercise]:
    """Return invented numbers, and the exercise that `make` makes of them.

    Invent until each of the `first` misconceptions gives an answer of its own: those that the first
    edition had, so that numbers do not change when a misconception is added.
    """
    while True:
        given = invent(draw)
        exercise = make(**given)
        if _apart(exercise, first):
            return given, exercise


def _apart(exercise: Exercise, first: int | None) -> bool:
    mistakes = [one.answer for one in exercise.misconceptions[:first]]
    answers = [read(answer()) for answer in (exercise.reference, *mistakes)]
    return not any(equal(*two, exercise.rtol, exercise.atol) for two in combinations(answers, 2))


def _whole(draw: Random, low: int, high: int) -> int:
    """Use `random()` alone, which Python promises not to change."""
    return low + int(draw.random() * (high - low + 1))


def _row(draw: Random, size: int, low: int, high: int) -> list[int]:
    return [_whole(draw, low, high) for _ in range(size)]


def _table(draw: Random, size: int, low: int, high: int) -> list[list[int]]:
    return [_row(draw, 2, low, high) for _ in range(size)]


def _ids(draw: Random, size: int) -> list[int]:
    """Draw until one id comes twice."""
    while len(set(ids := _row(draw, size, 0, 3))) != size - 1:
        pass
    return ids


def _rows(draw: Random) -> dict[str, Any]:
    return {"table": _table(draw, 4, 1, 9), "ids": _ids(draw, 4)}


def _gradient(draw: Random) -> dict[str, Any]:
    return {"ids": _ids(draw, 3), "G": _table(draw, 3, 1, 9)}


def _four_logits(draw: Random) -> dict[str, Any]:
    """Draw until the scores are whole numbers from 0 to 4 that differ, so that e^4 is enough."""
    while True:
        E, h = _table(draw, 4, -1, 2), _row(draw, 2, -2, 2)
        z = four_logits.logits(E, h)
        if min(z) >= 0 and max(z) <= 4 and len(set(z)) > 2:
            return {"E": E, "h": h, "target": _whole(draw, 1, 3)}


def _two_paths(draw: Random) -> dict[str, Any]:
    p = sorted((0.1, 0.2, 0.3, 0.4), key=lambda _: draw.random())
    table = [[0, 0], *_table(draw, 3, 0, 3)]
    return {"table": table, "token": _whole(draw, 1, 3), "target": _whole(draw, 1, 3), "p": p}


def _turn(draw: Random) -> dict[str, Any]:
    return {"x": _row(draw, 4, 1, 9)}


def _nine_scores(draw: Random) -> dict[str, Any]:
    return {"q": _row(draw, 2, 1, 9), "k": _row(draw, 2, 1, 9)}


KINDS = {
    rows.EXERCISE.id: (rows.exercise, _rows, 4),
    gradient.EXERCISE.id: (gradient.exercise, _gradient, 7),
    four_logits.EXERCISE.id: (four_logits.exercise, _four_logits, 6),
    two_paths.EXERCISE.id: (two_paths.exercise, _two_paths, 6),
    turn.EXERCISE.id: (turn.exercise, _turn, 6),
    nine_scores.EXERCISE.id: (nine_scores.exercise, _nine_scores, 6),
}
