"""Which rows move in the second step."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs

READ_NOW = [0, 0, 1, 0]
READ_BEFORE = [0, 1, 1, 0]
ALL_BUT_ZEROS = [0, 1, 1, 1]


def _table(momentum=READ_BEFORE, adamw=ALL_BUT_ZEROS, sparse_adam=READ_NOW):
    return lambda: [READ_NOW, momentum, adamw, sparse_adam]


EXERCISE = Exercise(
    id="updates-who-moves",
    title="Which rows move",
    minutes=8,
    difficulty="medium",
    kind="table",
    reference=_table(),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "a zero gradient taken for standing still",
            "You let a row move only in the step that reads it. That is plain SGD; some of these "
            "rules remember, and one of them takes a share off each row.",
            _table(momentum=READ_NOW, adamw=READ_NOW),
        ),
        Misconception(
            "momentum without a memory",
            "Momentum moves a row along its fading sum of gradients. Which rows have had one?",
            _table(momentum=READ_NOW),
        ),
        Misconception(
            "a memory of nothing",
            "A memory holds the gradients that a row has had. Which row has had none so far?",
            _table(momentum=ALL_BUT_ZEROS),
        ),
        Misconception(
            "decay only where something was read",
            "Weight decay asks for no gradient: it takes its share off each row of the table.",
            _table(adamw=READ_BEFORE),
        ),
        Misconception(
            "the padding row decays",
            "Decay multiplies a row by a number below 1. What are the numbers of this padding row?",
            _table(adamw=[1, 1, 1, 1]),
        ),
        Misconception(
            "SparseAdam taken for Adam",
            "SparseAdam touches only the rows on the list that it is given.",
            _table(sparse_adam=READ_BEFORE),
        ),
        Misconception(
            "the switch forgotten",
            "Row 0 is read in both steps, but `padding_idx` sets its gradient to zero. What is "
            "left that could move it?",
            lambda: [[1, 0, 1, 0], [1, 1, 1, 0], [1, 1, 1, 1], [1, 0, 1, 0]],
        ),
        Misconception(
            "the first step for the second",
            "You marked what changes in step 1. Asked for is step 2, which reads the ids 0 and 2.",
            lambda: [[0, 1, 0, 0], [0, 1, 0, 0], [0, 1, 1, 1], [0, 1, 0, 0]],
            also=(lambda: [[0, 1, 0, 0]] * 4,),
        ),
        Misconception(
            "AdamW without a memory",
            "AdamW keeps two memories, and decay besides. Which rows does it move that this step "
            "does not read?",
            _table(adamw=READ_NOW),
        ),
        Misconception(
            "SparseAdam moves all",
            "You let SparseAdam move rows that are on no list in this step.",
            _table(sparse_adam=ALL_BUT_ZEROS),
        ),
        Misconception(
            "all rows move",
            "You let every row move under every rule. What does plain SGD do to a row without a "
            "gradient?",
            lambda: [[1, 1, 1, 1]] * 4,
        ),
        Misconception(
            "zero for a change",
            "You have 0 and 1 the wrong way round: 1 stands for a row that changes.",
            lambda: [[1 - bit for bit in row] for row in _table()()],
        ),
    ),
    parts=("SGD", "SGD with momentum", "AdamW", "SparseAdam"),
    row_rules=(
        "SGD: a row moves if this step gives it a gradient that is not zero.",
        "SGD with momentum: a row moves if any step so far gave it a gradient.",
        "AdamW: a row moves if it ever had a gradient, or if decay has something to shrink.",
        "SparseAdam: a row moves if it is on this step's list, and its gradient is not zero.",
    ),
    hints=(
        "For each rule, write down what it does to a row whose gradient is zero.",
        "SGD: nothing. Momentum: a step along what it remembers. AdamW: that too, and a share "
        "off the row. SparseAdam: only rows on the list.",
        "The padding row is [0, 0] and gets no gradient, so there is nothing to remember and "
        "nothing to take a share of.",
    ),
)
