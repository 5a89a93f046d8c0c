"""Some steps of SGD with momentum."""

import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain


def trained(table, grads, lr, momentum):
    """Return the table after one step for each gradient in `grads`, all of the table's shape."""
    table = [list(row) for row in plain(table)]
    memory = [[0.0] * len(row) for row in table]
    for grad in plain(grads):
        for v, row in enumerate(grad):
            for d, g in enumerate(row):
                memory[v][d] = momentum * memory[v][d] + g
                table[v][d] -= lr * memory[v][d]
    return table


def _no_memory(table, grads, lr, momentum):
    return trained(table, grads, lr, 0.0)


def _rows_with_a_gradient(table, grads, lr, momentum):
    table = [list(row) for row in table]
    memory = [[0.0] * len(row) for row in table]
    for grad in grads:
        for v, row in enumerate(grad):
            if any(row):
                memory[v] = [momentum * b + g for b, g in zip(memory[v], row, strict=True)]
                table[v] = [w - lr * b for w, b in zip(table[v], memory[v], strict=True)]
    return table


def _nothing_fades(table, grads, lr, momentum):
    return trained(table, grads, lr, 1.0)


def _uphill(table, grads, lr, momentum):
    return trained(table, grads, -lr, momentum)


def _memory_of_one_step(table, grads, lr, momentum):
    before = [[[0.0] * len(row) for row in table], *grads]
    mixed = [
        [
            [g + momentum * b for g, b in zip(now, last, strict=True)]
            for now, last in zip(grad, past, strict=True)
        ]
        for grad, past in zip(grads, before, strict=False)
    ]
    return trained(table, mixed, lr, 0.0)


def _cases():
    draw = random.Random(7)

    def some():
        return [[draw.randint(-4, 4) / 2 for _ in range(2)] for _ in range(3)]

    one_visit = [[[4.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [2.0, -2.0]], [[0.0, 0.0], [2.0, 0.0]]]
    return [
        Case(
            {"table": [[1.0, 0.0], [0.0, 2.0]], "grads": one_visit, "lr": 0.5, "momentum": 0.5},
            "row 0 has a gradient in the first step only",
        ),
        Case(
            {"table": some(), "grads": [some() for _ in range(4)], "lr": 0.1, "momentum": 0.9},
            "four steps",
        ),
        Case({"table": some(), "grads": [some()], "lr": 0.1, "momentum": 0.9}, "one step"),
    ]


EXERCISE = Exercise(
    id="04-momentum",
    title="A row that remembers",
    minutes=10,
    difficulty="medium",
    kind="function",
    reference=trained,
    cases=_cases,
    misconceptions=(
        Misconception(
            "rows with a gradient only",
            "You moved a row only in steps in which it has a gradient. The memory of a row that "
            "got one earlier is not empty, and the step follows the memory.",
            _rows_with_a_gradient,
        ),
        Misconception(
            "no memory",
            "This is plain SGD. The step follows the memory, which holds earlier gradients too.",
            _no_memory,
        ),
        Misconception(
            "a memory in which nothing fades",
            "You added the gradients up and let none fade. In each step the memory is multiplied "
            "by `momentum` before the new gradient is added.",
            _nothing_fades,
        ),
        Misconception(
            "a memory of one step",
            "You mixed in the gradient of the step before and no older one. The memory is mixed "
            "with itself: what is in it fades, and does not drop out.",
            _memory_of_one_step,
        ),
        Misconception(
            "uphill",
            "You added the step. The gradient says which way the loss rises, so subtract.",
            _uphill,
        ),
    ),
    hints=(
        "The memory has the shape of the table. What does it hold before the first step?",
        "In each step and for every entry: first renew the memory from itself and the gradient, "
        "then move the entry along the memory.",
        "`b = momentum * b + g`, then `w = w - lr * b`, also where g is zero. Work on a copy: the "
        "inputs must stay as they were.",
    ),
)
