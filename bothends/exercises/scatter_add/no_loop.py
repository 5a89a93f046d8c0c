"""Scatter-add without a loop."""

import random
import sys
from collections.abc import Callable
from importlib.util import find_spec

from bothends.exercises.engine.attempt import call
from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import flat, pairs, plain
from bothends.exercises.scatter_add import scatter

SMALL, LARGE = 24, 96  # ids; a loop takes more steps for the larger number


def complain_of_loops(function: Callable) -> str | None:
    """Say so if Python takes more steps for more ids, or for more rows."""
    if not find_spec("torch"):
        return None
    steps = [_steps(function, n, rows) for n, rows in ((SMALL, SMALL), (LARGE, SMALL))]
    steps.append(_steps(function, SMALL, LARGE))
    if max(steps[1:]) - steps[0] < LARGE - SMALL:
        return None
    many, what = (LARGE, "ids") if steps[1] > steps[2] else (LARGE, "rows")
    return (
        f"The numbers are right, but for {SMALL} {what} your function took {steps[0]} steps of "
        f"Python, and for {many} of them {max(steps[1:])}: it goes through them one by one. A real "
        "batch has thousands: let one tensor operation add all rows at once."
    )


def _steps(function: Callable, count: int, vocab_size: int) -> int:
    """Return how many lines and calls of Python the function goes through."""
    import torch

    ids = torch.arange(count, device="cpu") % vocab_size
    upstream, steps = torch.ones(count, 2, device="cpu"), 0

    def trace(frame, event, argument):
        nonlocal steps
        steps += 1
        frame.f_trace_opcodes = True
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call(function, ids, upstream, vocab_size)
    finally:
        sys.settrace(before)
    return steps


def _channels_mixed(ids, upstream, vocab_size):
    cells, ids = flat(upstream), flat(ids)
    count = len(ids)
    return scatter.added(ids, [cells[at::count] for at in range(count)], vocab_size)


def _first_sequence(ids, upstream, vocab_size):
    ids, upstream = plain(ids), plain(upstream)
    if isinstance(ids[0], list):
        ids, upstream = ids[0], upstream[0]
    return scatter.added(ids, upstream, vocab_size)


def _some(which):
    """Return the gradient of some of the tokens alone."""

    def answer(ids, upstream, vocab_size):
        kept = pairs(ids, upstream)[which]
        return scatter.added([id_ for id_, _ in kept], [row for _, row in kept], vocab_size)

    return answer


def _zero_left_out(ids, upstream, vocab_size):
    grad = scatter.added(ids, upstream, vocab_size)
    return [[0.0] * len(grad[0]), *grad[1:]]


def _first_channel(ids, upstream, vocab_size):
    return [[x, *(0.0 for _ in row)] for x, *row in scatter.added(ids, upstream, vocab_size)]


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
        Case(
            {"ids": [[[4, 1], [1, 0]], [[5, 4], [4, 2]]], "upstream": some(2, 2, 2, 3)}
            | {"vocab_size": 8},
            "ids with three axes",
        ),
        Case({"ids": [1, 0], "upstream": some(2, 2), "vocab_size": 6}, "many rows, few ids"),
        Case({"ids": [2, 0, 2], "upstream": some(3, 3), "vocab_size": 3}, "all sizes equal"),
    ]


EXERCISE = Exercise(
    id="scatter-no-loop",
    title="Scatter-add without a loop",
    minutes=8,
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
        Misconception("the largest one kept", scatter.LARGEST, scatter.largest),
        Misconception("how often, and not how much", scatter.COUNTED, scatter.counted),
        Misconception("all rows in every row", scatter.EVERYWHERE, scatter.everywhere),
        Misconception("rows that nobody read left out", scatter.ONLY_READ, scatter.only_read),
        Misconception(
            "one-based rows",
            "Your rows stand one place too high. Row 0 belongs to id 0.",
            scatter.one_based,
        ),
        Misconception(
            "as long as the largest id",
            "Your gradient ends with the largest id of the batch. The table goes on: it has "
            "`vocab_size` rows.",
            lambda ids, upstream, vocab_size: scatter.added(ids, upstream, max(flat(ids)) + 1),
        ),
        Misconception("multiplied", scatter.MULTIPLIED, scatter.times),
        Misconception("the sum times the count", scatter.COUNTED_TWICE, scatter.counted_twice),
        Misconception(
            "channels mixed by a reshape",
            "Your reshape mixes the channels of different tokens. The last axis of `upstream` is "
            "D: `reshape(-1, D)` keeps each token's row together.",
            _channels_mixed,
        ),
        Misconception(
            "the first sequence only",
            "You added the rows of the first sequence alone. All ids count, whatever their shape.",
            _first_sequence,
        ),
        Misconception(
            "a token left out",
            "You left out a token at one end. Each of them adds its row.",
            _some(slice(None, -1)),
            also=(_some(slice(1, None)),),
        ),
        Misconception(
            "id 0 taken for padding",
            "Your row 0 is empty. Nobody said that id 0 is padding: it counts like any other.",
            _zero_left_out,
        ),
        Misconception(
            "the first channel alone",
            "Only your first column is filled. `scatter_add` takes an index of the shape of what "
            "it adds: expand the ids over the D columns.",
            _first_channel,
        ),
    ),
    hints=(
        "What is the shape of the answer, and with what does it start?",
        "There are two ways. One tensor method adds rows at given indices, repeats and all. Or "
        "think of the one-hot matrix of chapter 03, standing the other way up.",
        "`upstream.new_zeros(vocab_size, D).index_add_(0, ids, rows)` wants ids (N,) and rows "
        "(N, D): flatten a batch first.",
    ),
    gives="tensors",
    dtype_of="upstream",
    rule=complain_of_loops,
)
