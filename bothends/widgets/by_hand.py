"""The exercises by hand as drills: with which words, and how to come by other numbers."""

import math
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from bothends.exercises.engine import generate
from bothends.exercises.engine.exercise import Exercise
from bothends.exercises.head_and_loss import four_logits
from bothends.exercises.lookup import by_hand as rows
from bothends.exercises.rotation import by_hand as turn
from bothends.exercises.scatter_add import by_hand as gradient
from bothends.widgets.base import number

E = [[0, 0], [1, 0], [0, 2], [1, 1]]
EQUALS = "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}"
POWERS = ", ".join(f"e{n}{EQUALS}{number(math.exp(i))}" for i, n in enumerate("⁰¹²³⁴"))


class Kind(NamedTuple):
    """An exercise by hand as a drill: how to make it, and with which words.

    `sheet` is its title, what it asks, the `given` table that is `shown`, further lines, and the
    table to fill in; both tables with a caption and names of rows and columns. A name in braces
    stands for what is given by that name, in names of rows for its entry at that place; `{t}` is
    the place. `words` adds to what is given what is to be said of it.
    """

    make: Callable[..., Exercise]
    invent: Callable[[Random], dict[str, Any]]
    example: dict[str, Any]
    sheet: dict[str, Any]
    words: Callable[[dict[str, Any]], dict[str, Any]] = dict


def _ids(draw: Random, count: int, V: int) -> list[int]:
    """Draw until some ids are equal, but not all."""
    while True:
        ids = [draw.randrange(V) for _ in range(count)]
        if 1 < len(set(ids)) < count:
            return ids


def _table(draw: Random, size: int, width: int, low: int, high: int) -> list[list[int]]:
    return [[draw.randint(low, high) for _ in range(width)] for _ in range(size)]


def _rows(draw: Random) -> dict[str, Any]:
    V, D = draw.choice(((4, 2), (5, 3), (3, 3)))
    return {"table": _table(draw, V, D, -3, 9), "ids": _ids(draw, draw.randint(3, min(V, 4)), V)}


def _gradient(draw: Random) -> dict[str, Any]:
    V, T = draw.choice(((4, 3), (5, 4), (5, 3)))
    return {"ids": _ids(draw, T, V), "G": _table(draw, T, 2, -4, 8), "V": V}


def _turn(draw: Random) -> dict[str, Any]:
    first = draw.randint(1, 3)
    return {
        "x": draw.sample([n for n in range(-5, 10) if n], 4),
        "positions": [0, first, draw.randint(first + 1, 6)],
        "pairing": draw.choice(("halves", "pairs")),
        "sign": draw.choice((1, -1)),
    }


def _turn_words(given: dict[str, Any]) -> dict[str, Any]:
    fast, slow = (f"(c{a}, c{b})" for a, b in turn.PLACES[given["pairing"]])
    layout = "halves" if given["pairing"] == "halves" else "neighbours"
    sign = "+1" if given["sign"] == 1 else "\N{MINUS SIGN}1"
    return {**given, "layout": layout, "fast": fast, "slow": slow, "way": sign}


KINDS = {
    "lookup": Kind(
        rows.exercise,
        _rows,
        {"table": E, "ids": [1, 3, 1]},
        {
            "title": "Drill: what comes out of the table?",
            "asks": "The ids {ids} are looked up: write down what comes out, then check.",
            "given": "table",
            "shown": ("Table E, (V, D)", "row {t}", "d{t}"),
            "lines": ("ids {ids}",),
            "answer": ("Vectors X, (T, D)", "place {t}", "d{t}"),
        },
    ),
    "scatter": Kind(
        gradient.exercise,
        _gradient,
        {"ids": [1, 3, 1], "G": [[1, 2], [3, 4], [5, 6]], "V": 4},
        {
            "title": "Drill: where does the gradient go?",
            "asks": "The ids {ids} were read: write down the gradient of the table, then check.",
            "given": "G",
            "shown": ("Upstream gradient G, (T, D)", "place {t}, id {ids}", "d{t}"),
            "lines": (),
            "answer": ("Gradient of E, (V, D)", "row {t}", "d{t}"),
        },
    ),
    "logits": Kind(
        four_logits.exercise,
        generate.KINDS[four_logits.EXERCISE.id][1],
        {"E": E, "h": [1, 2], "target": 3},
        {
            "title": "Drill: scores, probabilities, slopes",
            "asks": "h = {h}, target {target}: write down logits, probabilities and slopes, then "
            "check.",
            "given": "E",
            "shown": ("Table E, (V, D)", "row {t}", "d{t}"),
            "lines": ("h = {h}, target {target}", f"Three decimals are enough. {POWERS}."),
            "answer": ("Logits z, probabilities p, slopes dz", "{lines}", "row {t}"),
        },
        lambda given: {**given, "lines": ["z", "p", "dz"]},
    ),
    "rotation": Kind(
        turn.exercise,
        _turn,
        {"x": [1, 2, 3, 4], "positions": [0, 1, 3], "pairing": "pairs", "sign": 1},
        {
            "title": "Drill: turn the pairs",
            "asks": "{x} stands at positions {positions}: write down where its pairs turn, then "
            "check.",
            "given": "x",
            "shown": ("Vector x", "x", "c{t}"),
            "lines": (
                "Pairs: {layout}. Each position turns pair 0, {fast}, by half a turn and pair 1, "
                "{slow}, by a quarter. Sign {way}.",
            ),
            "answer": ("The vector, turned", "m = {positions}", "c{t}"),
        },
        _turn_words,
    ),
}
