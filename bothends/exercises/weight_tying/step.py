"""Tie two modules and take a step: the tables that come out tell whether it is a tie."""

import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain
from bothends.exercises.weight_tying.paths import both_parts, plus, scaled

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


def _one_path(which):
    def answer(table, ids, targets):
        table, ids, targets = map(plain, (table, ids, targets))
        after = _moved(table, both_parts(table, ids, targets)[which])
        return [after, after]

    return answer


def _one_trained(which):
    def answer(table, ids, targets):
        table, ids, targets = map(plain, (table, ids, targets))
        both = [table, table]
        both[which] = _moved(table, both_parts(table, ids, targets)[which])
        return both

    return answer


def _with(rate=LR, decay=LR * DECAY, gradient=1.0):
    """Return a step with other numbers: table (1 - decay) - rate times gradient."""

    def answer(table, ids, targets):
        table, ids, targets = map(plain, (table, ids, targets))
        grad = scaled(gradient, plus(*both_parts(table, ids, targets)))
        after = plus(scaled(1 - decay, table), scaled(-rate, grad))
        return [after, after]

    return answer


def _two_steps(table, ids, targets):
    return tied_step(tied_step(table, ids, targets)[0], ids, targets)


def _by_adam(decay_in_gradient):
    def answer(table, ids, targets):
        table, ids, targets = map(plain, (table, ids, targets))
        grad = plus(*both_parts(table, ids, targets))
        kept = table if decay_in_gradient else scaled(1 - LR * DECAY, table)
        if decay_in_gradient:
            grad = plus(grad, scaled(DECAY, table))
        after = [
            [w - LR * g / (abs(g) + 1e-8) for w, g in zip(*rows, strict=True)]
            for rows in zip(kept, grad, strict=True)
        ]
        return [after, after]

    return answer


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
    id="tying-prove",
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
            "that was built before the tie may hold another. Were `backward` and `step` called? "
            "Is the table frozen, as `from_pretrained` leaves it? Or are these the old numbers?",
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
        Misconception(
            "only the head trained",
            "Equal, but only the head's path trained: you tied after the step, or detached what "
            "the embedding gave.",
            _one_path(1),
        ),
        Misconception(
            "only the embedding trained",
            "Equal, but only the embedding's path trained: you tied after the step, or detached "
            "the head's weight.",
            _one_path(0),
        ),
        Misconception(
            "one of two tables moved",
            "One of your tables moved by its own part of the gradient, and the other stands as it "
            "was. They are two Parameters, and the optimizer holds one of them.",
            _one_trained(0),
            also=(_one_trained(1),),
        ),
        Misconception(
            "a step uphill",
            "You added the gradient. It says which way the loss rises, so subtract.",
            _with(gradient=-1.0),
        ),
        Misconception(
            "two steps",
            "You made two steps. Asked for is one.",
            _two_steps,
        ),
        Misconception(
            "the gradient counted twice",
            "Your gradient is twice what it should be: was `backward` called twice, or were both "
            "modules handed to the optimizer with one gradient each?",
            _with(gradient=2.0),
        ),
        Misconception(
            "decay without the learning rate",
            "You took a quarter off the table. SGD adds decay times weight to the gradient, so it "
            "is multiplied by the learning rate like the rest.",
            _with(decay=DECAY),
        ),
        Misconception(
            "rate and decay exchanged",
            "You took 0.25 for the learning rate and 0.5 for the decay.",
            _with(rate=DECAY),
        ),
        Misconception(
            "another optimizer",
            "Every number moved by nearly the same amount, as Adam does it. Asked for is SGD.",
            _by_adam(False),
            also=(_by_adam(True),),
        ),
        Misconception(
            "another learning rate",
            "Everything is right but the learning rate. It is 0.5, and SGD's own default is not.",
            _with(rate=0.1, decay=0.1 * DECAY),
            also=tuple(
                _with(rate=rate, decay=rate * DECAY) for rate in (0.001, 0.01, 0.05, 0.25, 1.0)
            ),
        ),
        Misconception(
            "another decay",
            "Everything is right but the weight decay. It is 0.25.",
            _with(decay=LR * 0.1),
            also=tuple(_with(decay=LR * decay) for decay in (0.01, 0.025, 1.0)),
        ),
    ),
    parts=("the embedding's table", "the head's table"),
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
