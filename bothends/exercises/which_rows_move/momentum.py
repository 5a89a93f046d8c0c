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


def _by_rule(renew, move):
    """Return SGD with another rule for the memory, b from b and g, or for the step."""

    def answer(table, grads, lr, momentum):
        table = [list(row) for row in plain(table)]
        memory = [[0.0] * len(row) for row in table]
        for grad in plain(grads):
            for v, row in enumerate(grad):
                for d, g in enumerate(row):
                    old = memory[v][d]
                    memory[v][d] = renew(old, g, momentum)
                    table[v][d] -= lr * move(old, memory[v][d], g, momentum)
        return table

    return answer


def _renewed(b, g, m):
    return m * b + g


def _memory_alone(table, grads, lr, momentum):
    zeros = [[0.0] * len(row) for row in table]
    return [[-x for x in row] for row in _last_memory(zeros, grads, momentum)]


def _last_memory(zeros, grads, momentum):
    pairs = zip(
        trained(zeros, grads, 1.0, momentum), trained(zeros, grads[:-1], 1.0, momentum), strict=True
    )
    return [[x - y for x, y in zip(*rows, strict=True)] for rows in pairs]


def _by_step(step):
    """Return SGD whose step also knows its number: w, b, g, lr, momentum, k to w and b."""

    def answer(table, grads, lr, momentum):
        table = [list(row) for row in plain(table)]
        memory = [[0.0] * len(row) for row in table]
        for k, grad in enumerate(plain(grads)):
            for v, row in enumerate(grad):
                for d, g in enumerate(row):
                    old = table[v][d], memory[v][d]
                    table[v][d], memory[v][d] = step(*old, g, lr, momentum, k)
        return table

    return answer


def _last_step_alone(table, grads, lr, momentum):
    table, grads = plain(table), plain(grads)
    memory = _last_memory([[0.0] * len(row) for row in table], grads, momentum)
    rows = zip(table, memory, strict=True)
    return [[w + lr * b for w, b in zip(*row, strict=True)] for row in rows]


def _one_memory(key):
    """Return SGD in which all entries of one key, made of row and column, share a memory."""

    def answer(table, grads, lr, momentum):
        table, memory = [list(row) for row in plain(table)], {}
        for grad in plain(grads):
            for v, row in enumerate(grad):
                for d, g in enumerate(row):
                    memory[key(v, d)] = momentum * memory.get(key(v, d), 0.0) + g
                    table[v][d] -= lr * memory[key(v, d)]
        return table

    return answer


def _begun_with_the_first(table, grads, lr, momentum):
    return _by_step(
        lambda w, b, g, lr, momentum, k: (
            w - lr * (momentum * (b if k else g) + g),
            momentum * (b if k else g) + g,
        )
    )(table, grads, lr, momentum)


def _cases():
    draw = random.Random(7)

    def wide(rows, columns):
        return [[draw.randint(-4, 4) / 2 for _ in range(columns)] for _ in range(rows)]

    def some():
        return wide(3, 2)

    one_visit = [[[4.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [2.0, -2.0]], [[0.0, 0.0], [2.0, 0.0]]]
    return [
        Case(
            {"table": [[1.0, 0.0], [0.0, 2.0]], "grads": one_visit, "lr": 0.25, "momentum": 0.5},
            "row 0 has a gradient in the first step only",
        ),
        Case(
            {"table": some(), "grads": [some() for _ in range(4)], "lr": 0.1, "momentum": 0.9},
            "four steps",
        ),
        Case({"table": some(), "grads": [some()], "lr": 0.2, "momentum": 0.8}, "one step"),
        Case(
            {"table": wide(4, 3), "grads": [wide(4, 3) for _ in range(3)]}
            | {"lr": 0.3, "momentum": 0.6},
            "a wider table",
        ),
    ]


EXERCISE = Exercise(
    id="updates-momentum",
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
        Misconception(
            "moved by the memory before it was renewed",
            "You moved before b had this step's gradient: each step lags one behind. Renew the "
            "memory first, then move along it.",
            _by_rule(_renewed, lambda old, new, g, m: old),
        ),
        Misconception(
            "a running mean",
            "That is a running mean, with (1 - momentum) g. Here the gradient enters whole.",
            _by_rule(lambda b, g, m: m * b + (1 - m) * g, lambda old, new, g, m: new),
            also=(
                _by_step(
                    lambda w, b, g, r, m, k: (
                        w - r * (m * b + (1 - m) * g if k else g),
                        m * b + (1 - m) * g if k else g,
                    )
                ),
            ),
        ),
        Misconception(
            "a look further ahead",
            "You moved by g plus momentum times the new memory. That is Nesterov's momentum; here "
            "the step follows the memory itself.",
            _by_rule(_renewed, lambda old, new, g, m: g + m * new),
        ),
        Misconception(
            "the gradient fades at once",
            "You multiplied the new gradient by `momentum` as well. Only what was there before "
            "fades; the gradient of this step enters whole.",
            _by_rule(lambda b, g, m: m * (b + g), lambda old, new, g, m: new),
        ),
        Misconception(
            "the memory for the table",
            "You returned the memory after the last step. Asked for is the table.",
            _memory_alone,
        ),
        Misconception(
            "the gradient counted twice",
            "You moved along the gradient and along the memory, which holds the gradient already.",
            _by_rule(_renewed, lambda old, new, g, m: new + g),
        ),
        Misconception(
            "the memory taken off",
            "You subtracted what the memory held from the gradient. The memory adds to it.",
            _by_rule(lambda b, g, m: g - m * b, lambda old, new, g, m: new),
        ),
        Misconception(
            "the learning rate twice",
            "You multiplied by `lr` twice, in the memory and in the step. It comes in once.",
            _by_step(lambda w, b, g, r, m, k: (w - r * (m * b + r * g), m * b + r * g)),
        ),
        Misconception(
            "a gradient that fades with time",
            "You made the step smaller with each step. What fades is the memory of old gradients; "
            "the newest one enters whole.",
            _by_step(lambda w, b, g, r, m, k: (w - r * m**k * g, b)),
        ),
        Misconception(
            "a table that fades",
            "You multiplied the table by `momentum`. It is the memory that fades.",
            _by_step(lambda w, b, g, r, m, k: (m * w - r * g, b)),
        ),
        Misconception(
            "the sign of the memory",
            "You moved every entry by the same amount, along the sign of b. The step is `lr` times "
            "b itself.",
            _by_step(
                lambda w, b, g, r, m, k: (
                    w - r * ((m * b + g > 0) - (m * b + g < 0)),
                    m * b + g,
                )
            ),
        ),
        Misconception(
            "the last step alone",
            "You moved the table once, after the last gradient. It moves in every step.",
            _last_step_alone,
        ),
        Misconception(
            "a gradient multiplied, a memory that keeps all",
            "You multiplied the new gradient by `momentum`, and let the memory keep all of the old "
            "ones. It is the other way round: the memory fades, and the gradient enters whole.",
            _by_rule(lambda b, g, m: b + m * g, lambda old, new, g, m: new),
        ),
        Misconception(
            "a memory shared",
            "Several entries share a memory in your code. Each entry of the table has its own; "
            "`[[0.0] * D] * V` makes one row and names it V times.",
            _one_memory(lambda v, d: v),
            also=(_one_memory(lambda v, d: d), _one_memory(lambda v, d: 0)),
        ),
        Misconception(
            "a memory that begins with the first gradient",
            "Your memory holds the first gradient before the first step adds it. It begins at 0.",
            _begun_with_the_first,
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
