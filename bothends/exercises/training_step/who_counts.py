"""Which reads and which targets of a batch count, row by row of the table."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs
from bothends.exercises.training_step.shift import IGNORED, shifted_once

V = 5
IDS = [4, 1, 4, 2, 0, 0]
REAL = [1, 1, 1, 1, 0, 0]


def _targets(by=1):
    return shifted_once([IDS], [REAL], by)[0]


def _tally(reads, answers):
    return [[reads.count(v), answers.count(v)] for v in range(V)]


def _of(targets):
    reads = [id_ for id_, target in zip(IDS, targets, strict=True) if target != IGNORED]
    return _tally(reads, targets)


EXERCISE = Exercise(
    id="step-who-counts",
    title="Who counts",
    minutes=6,
    difficulty="medium",
    kind="table",
    reference=lambda: _of(_targets()),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "every place that reads",
            "You counted all six reads. A row gets a gradient through the lookup only from places "
            "whose target counts.",
            lambda: _tally(IDS, _targets()),
        ),
        Misconception(
            "the last real token counted",
            "You counted all reads of real tokens. What is the target of the last one?",
            lambda: _tally(IDS[:4], _targets()),
        ),
        Misconception(
            "padding as an answer",
            "You let padding be a target. What stands after the last real token is nothing to "
            "learn.",
            lambda: _of([*IDS[1:5], IGNORED, IGNORED]),
        ),
        Misconception(
            "not shifted",
            "You took each id as its own target. A place is asked for the id that follows.",
            lambda: _of(_targets(0)),
        ),
        Misconception(
            "shifted twice",
            "You took the id two places on as the target. One place on is the next token.",
            lambda: _of(_targets(2)),
        ),
        Misconception(
            "columns swapped",
            "Your two columns are exchanged: reads come first, targets second.",
            lambda: [row[::-1] for row in _of(_targets())],
        ),
        Misconception(
            "padding read and asked for",
            "You counted all six places, reads and targets alike. Padding is neither read for a "
            "target that counts, nor asked for.",
            lambda: _of([*IDS[1:], IGNORED]),
        ),
        Misconception(
            "the ids counted",
            "You counted how often each id stands in the sequence, in both columns. Asked for is "
            "what counts, and a target is the id that follows.",
            lambda: _tally(IDS, IDS),
        ),
        Misconception(
            "seen or not seen",
            "You wrote 1 for every row that occurs. Asked for is how often.",
            lambda: [[min(1, x) for x in row] for row in _of(_targets())],
        ),
    ),
    parts=("row 0", "row 1", "row 2", "row 3", "row 4"),
    columns=("the reads", "the targets"),
    row_rules=(
        "Row 0: id 0 stands where the mask has 0. Padding is neither read nor asked for.",
        "Row 1: id 1 stands once, among the real ids, with a real id before it and behind it.",
        "Row 2: id 2 is the last real id. It is asked for; does anything that counts follow it?",
        "Row 3: does id 3 stand anywhere?",
        "Row 4: id 4 stands twice, and nothing stands before the first.",
    ),
    hints=(
        "Write the six targets under the six ids first. Which of them count?",
        "Cross out each place whose target is the marker: neither its read nor its target counts.",
        "Three places are left. Count their ids in the first column and their targets in the "
        "second, one row for each id of the vocabulary.",
    ),
)
