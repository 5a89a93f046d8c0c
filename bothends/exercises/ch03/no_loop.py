"""Scatter-add without a loop."""

import ast
import inspect
import random
from collections.abc import Callable
from textwrap import dedent

from bothends.exercises.ch03 import scatter
from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain

LOOPS = (ast.For, ast.While, ast.comprehension)


def complain_of_loops(function: Callable) -> str | None:
    """Say so if the function's own source has `for`, `while` or a comprehension in it."""
    try:  # not its bytecode: there, `with` and `try` jump back as a loop does
        tree = ast.parse(dedent(inspect.getsource(function)))
    except Exception:  # a built-in, an object, or a lambda in the middle of a line
        return None
    if not any(isinstance(node, LOOPS) for node in ast.walk(tree)):
        return None
    return (
        "The numbers are right, but your function loops in Python. A real batch has thousands of "
        "ids: let one tensor operation add all rows at once."
    )


def _cases():
    draw = random.Random(5)

    def some(*sizes):
        size, *rest = sizes
        return [some(*rest) if rest else draw.randint(-8, 8) / 2 for _ in range(size)]

    return [
        Case(
            {
                "ids": [3, 1, 3, 3],
                "upstream": [[5.0, 6.0], [3.0, 4.0], [7.0, 8.0], [1.0, 2.0]],
                "vocab_size": 5,
            },
            "one sequence",
        ),
        Case(
            {"ids": [[6, 0, 6], [2, 6, 0]], "upstream": some(2, 3, 4), "vocab_size": 7},
            "a batch, float64",
            "float64",
        ),
        Case({"ids": [1, 1, 1], "upstream": some(3, 2), "vocab_size": 4}, "one id only"),
        Case({"ids": [2, 0, 2], "upstream": some(3, 3), "vocab_size": 3}, "all sizes equal"),
    ]


EXERCISE = Exercise(
    id="03-no-loop",
    title="Scatter-add without a loop",
    minutes=15,
    difficulty="hard",
    kind="function",
    reference=scatter.added,
    cases=_cases,
    misconceptions=(
        Misconception("the last one wins", scatter.LAST_WINS, scatter.last_wins),
        Misconception("the first one wins", scatter.FIRST_WINS, scatter.first_wins),
        Misconception("the mean for the sum", scatter.MEAN, scatter.mean),
        Misconception("in order of position", scatter.BY_POSITION, scatter.by_position),
        Misconception(
            "the upstream gradient itself",
            scatter.UPSTREAM,
            lambda ids, upstream, vocab_size: plain(upstream),
        ),
    ),
    hints=(
        "What is the shape of the answer, and with what does it start?",
        "There are two ways. One tensor method adds rows at given indices, repeats and all. Or "
        "think of the one-hot matrix of chapter 02, standing the other way up.",
        "`upstream.new_zeros(vocab_size, D).index_add_(0, ids, rows)` wants ids (N,) and rows "
        "(N, D): flatten a batch first.",
    ),
    gives="tensors",
    dtype_of="upstream",
    rule=complain_of_loops,
)
