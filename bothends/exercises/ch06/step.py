"""Tie two modules and take a step: the tables that come out tell whether it is a tie."""

import random

from bothends.exercises.ch06.paths import both_parts, plus, scaled
from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain

LR, DECAY = 0.5, 0.25


def tied_step(table, ids, targets):
    """Return the embedding's and the head's table after a step: twice the same."""
    parts = both_parts(*map(plain, (table, ids, targets)))
    after = _moved(plain(table), plus(*parts))
    return [after, after]


def _moved(table, grad, decay=DECAY):
    return plus(scaled(1 - LR * decay, table), scaled(-LR, grad))


def _copied(table, ids, targets):
    table, ids, targets = map(plain, (table, ids, targets))
    return [_moved(table, part) for part in both_parts(table, ids, targets)]


def _one_memory(table, ids, targets):
    table, ids, targets = map(plain, (table, ids, targets))
    read, scored = both_parts(table, ids, targets)
    after = _moved(_moved(table, read), scored)
    return [after, after]


def _unmoved(table, ids, targets):
    return [plain(table), plain(table)]


def _summed(table, ids, targets):
    table, ids, targets = map(plain, (table, ids, targets))
    after = _moved(table, scaled(len(ids), plus(*both_parts(table, ids, targets))))
    return [after, after]


def _without_decay(table, ids, targets):
    table, ids, targets = map(plain, (table, ids, targets))
    after = _moved(table, plus(*both_parts(table, ids, targets)), decay=0)
    return [after, after]


def _cases():
    draw = random.Random(6)
    wide = [[draw.randint(-4, 4) / 2 for _ in range(3)] for _ in range(5)]
    square = [[draw.randint(-4, 4) / 2 for _ in range(3)] for _ in range(3)]
    small = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    return [
        Case({"table": small, "ids": [0, 0], "targets": [1, 2]}, "the chapter's second example"),
        Case({"table": wide, "ids": [4, 1, 4, 0], "targets": [1, 4, 0, 3]}, "five rows", "float64"),
        Case({"table": square, "ids": [2, 0, 1], "targets": [0, 1, 1]}, "all sizes equal"),
    ]


EXERCISE = Exercise(
    id="06-tie-and-prove",
    title="Tie, and prove it by a step",
    minutes=15,
    difficulty="hard",
    kind="function",
    reference=tied_step,
    cases=_cases,
    misconceptions=(
        Misconception(
            "a copy in the head",
            "Your two tables went different ways: the embedding got the input part and the head "
            "the output part. They began equal, but they are two Parameters. A tie is one.",
            _copied,
        ),
        Misconception(
            "one memory, two Parameters",
            "Your tables are equal, and each number was decayed twice: the optimizer found two "
            "Parameters that share their memory. `nn.Parameter(emb.weight.data)` and "
            "`head.weight.data = ...` do this. Assign the Parameter itself.",
            _one_memory,
        ),
        Misconception(
            "a table that does not move",
            "Nothing moved. Does the optimizer hold the Parameter that both modules use now? One "
            "that was built before the tie may hold another. Were `backward` and `step` called?",
            _unmoved,
        ),
        Misconception(
            "the sum for the mean",
            "Your step is as many times too long as there are ids: the losses were summed. Asked "
            "for is their mean, the default of `F.cross_entropy`.",
            _summed,
        ),
        Misconception(
            "the weight decay left out",
            "The gradients are right, and nothing was decayed. Pass `weight_decay` to the "
            "optimizer: it is what tells one Parameter from two.",
            _without_decay,
        ),
    ),
    hints=(
        "How many Parameters should the optimizer find in the two modules together?",
        "In this order: make both modules, put a copy of `table` into one, tie, build the "
        "optimizer, then one loss, one `backward`, one step.",
        "The tie is `head.weight = emb.weight`. The optimizer may take `emb.parameters()`, since "
        "the head has no other. Return `[emb.weight, head.weight]`.",
    ),
    gives="tensors",
    dtype_of="table",
    rtol=1e-4,
    atol=1e-6,
)
