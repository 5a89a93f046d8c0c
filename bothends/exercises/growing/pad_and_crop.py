"""Pad a table, score with it, crop, and give padded rows no probability."""

import math
import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception


def _padding(table, multiple):
    return -len(table) % multiple


def _softmax(logits):
    powers = [math.exp(z - max(logits)) for z in logits]
    return [p / sum(powers) for p in powers]


def _logits(table, hidden):
    return [sum(a * b for a, b in zip(row, hidden, strict=True)) for row in table]


def probabilities(table, hidden, multiple):
    """Return one probability for each row of the padded table, 0 for those of the padding."""
    return _softmax(_logits(table, hidden)) + [0] * _padding(table, multiple)  # exactly 0


def _not_cropped(table, hidden, multiple):
    return _softmax(_logits(table, hidden) + [0.0] * _padding(table, multiple))


def _cut_after_softmax(table, hidden, multiple):
    kept = _not_cropped(table, hidden, multiple)[: len(table)]
    return kept + [0.0] * _padding(table, multiple)


def _one_block_too_many(table, hidden, multiple):
    return _softmax(_logits(table, hidden)) + [0.0] * (multiple - len(table) % multiple)


def _not_padded(table, hidden, multiple):
    return _softmax(_logits(table, hidden))


def _whole_blocks_only(table, hidden, multiple):
    return _softmax(_logits(table[: len(table) // multiple * multiple], hidden))


def _zero_rows_cropped(table, hidden, multiple):
    logits = zip(table, _logits(table, hidden), strict=True)
    kept = iter(_softmax([z for row, z in logits if any(row)]))
    return [next(kept) if any(row) else 0.0 for row in table] + [0.0] * _padding(table, multiple)


def _logits_only(table, hidden, multiple):
    return _logits(table, hidden) + [0.0] * _padding(table, multiple)


def _masked(by):
    """Return the softmax with another logit than minus infinity for the padding."""
    return lambda table, hidden, multiple: _softmax(
        _logits(table, hidden) + [by] * _padding(table, multiple)
    )


def _padding_in_front(table, hidden, multiple):
    return [0.0] * _padding(table, multiple) + _softmax(_logits(table, hidden))


def _each_real(change):
    """Return the padded probabilities with a change made to those of the table's rows."""

    def answer(table, hidden, multiple):
        return list(map(change, _logits(table, hidden), _softmax(_logits(table, hidden)))) + (
            [0.0] * _padding(table, multiple)
        )

    return answer


def _cases():
    draw = random.Random(9)

    def some(rows, width):
        return [[draw.randint(-4, 4) / 2 for _ in range(width)] for _ in range(rows)]

    return [
        Case(
            {
                "table": [[-4.0, 0.0], [-5.0, 1.0], [-6.0, 0.0], [-5.0, -1.0], [-4.0, 2.0]],
                "hidden": [1.0, 0.5],
                "multiple": 4,
            },
            "all logits negative",
        ),
        Case({"table": some(6, 3), "hidden": [1.0, -1.0, 0.5], "multiple": 3}, "an exact multiple"),
        Case(
            {"table": [[0.0, 0.0], [1.0, 0.5], [-1.0, 0.0]], "hidden": [0.5, 1.0], "multiple": 8},
            "less than one block, and a token with a row of zeros",
        ),
        Case({"table": some(3, 4), "hidden": [1.0, 0.0, -1.0, 2.0], "multiple": 1}, "blocks of 1"),
        Case(
            {
                "table": [[-500.0, 2.0], [-502.0, 0.0], [-499.0, -3.0]],
                "hidden": [1.0, 0.5],
                "multiple": 2,
            },
            "logits far below zero",
        ),
        Case({"table": some(7, 2), "hidden": [0.5, -0.5], "multiple": 5}, "two blocks"),
    ]


EXERCISE = Exercise(
    id="growing-pad-and-crop",
    title="Pad and crop",
    minutes=10,
    difficulty="medium",
    kind="function",
    reference=probabilities,
    cases=_cases,
    misconceptions=(
        Misconception(
            "padding in the softmax",
            "Your padded rows have a probability. A row of zeros scores 0, and 0 takes part in a "
            "softmax like any other logit; here it is even the largest. Crop the logits first.",
            _not_cropped,
        ),
        Misconception(
            "cropped after the softmax",
            "Your padded rows have no probability, but what they had taken is missing: the "
            "others do not sum to 1. Crop the logits, and then take the softmax.",
            _cut_after_softmax,
        ),
        Misconception(
            "an exact multiple grows",
            "You padded a table that needed none, or one block too far. The formula "
            "(n // m + 1) * m does that.",
            _one_block_too_many,
        ),
        Misconception(
            "no padding",
            "Your answer has one number for each row of the table as it came. Asked for is one "
            "for each row of the padded table.",
            _not_padded,
        ),
        Misconception(
            "whole blocks only",
            "You cut the table down to whole blocks, and its last rows are gone. Padding adds "
            "rows.",
            _whole_blocks_only,
        ),
        Misconception(
            "a row of zeros taken for padding",
            "You left out a row of the table because it holds zeros. A token may have such a row. "
            "Padding is known by its place: it stands behind the rows that came in.",
            _zero_rows_cropped,
        ),
        Misconception(
            "logits for probabilities",
            "These are the logits. Asked for are the probabilities: softmax is missing.",
            _logits_only,
        ),
        Misconception(
            "masked with a number",
            "You gave the padded rows a small logit, and they took a little of the probability, or "
            "all of it where the others are smaller still. Crop them, or use minus infinity.",
            _masked(-100.0),
            also=tuple(_masked(-x) for x in (5.0, 10.0, 20.0, 30.0, 50.0, 99.0, 200.0, 500.0)),
        ),
        Misconception(
            "padding in front",
            "Your padding stands before the rows that came in. It is added behind them.",
            _padding_in_front,
        ),
        Misconception(
            "logarithms for probabilities",
            "These are logarithms of the probabilities.",
            _each_real(lambda z, p: math.log(p)),
        ),
        Misconception(
            "not divided by the sum",
            "These are the exponentials. Softmax divides each by their sum.",
            _each_real(lambda z, p: math.exp(z)),
        ),
        Misconception(
            "scaled by the root of the width",
            "You divided the scores by the root of their width, as attention does. A head does "
            "not.",
            lambda table, hidden, multiple: probabilities(
                table, [x / math.sqrt(len(hidden)) for x in hidden], multiple
            ),
        ),
        Misconception(
            "padded by what is left over",
            "You added as many rows as are left over in the last block. Asked for is what it still "
            "lacks.",
            lambda table, hidden, multiple: (
                _softmax(_logits(table, hidden)) + [0.0] * (len(table) % multiple)
            ),
        ),
        Misconception(
            "a whole block of padding",
            "You added a whole block. Padding fills up to the next multiple, and no further.",
            lambda table, hidden, multiple: _softmax(_logits(table, hidden)) + [0.0] * multiple,
        ),
        Misconception(
            "equal probabilities",
            "All your real rows have the same probability. It depends on their logits.",
            lambda table, hidden, multiple: (
                [1 / len(table)] * len(table) + [0.0] * _padding(table, multiple)
            ),
        ),
    ),
    hints=(
        "How many rows has the padded table? And how many logits belong in the softmax?",
        "Only the rows that came in are scored; the padded ones never reach the softmax. Their "
        "probability is exactly 0.",
        "Softmax over the logits of the old rows, and then as many zeros as rows are missing to "
        "the next multiple: `-len(table) % multiple`.",
    ),
)
