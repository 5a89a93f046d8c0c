"""Both paths by hand, with a padding row."""

from bothends.exercises.ch06.paths import input_part, output_part, plus
from bothends.exercises.exercise import Exercise, Misconception, no_inputs

TABLE = [[0, 0], [1, 0], [0, 2], [1, 1]]
ID, TARGET, PAD = 2, 1, 0
SHARES = [0.1, 0.2, 0.3, 0.4]
HIDDEN = TABLE[ID]
SLOPES = [p - (v == TARGET) for v, p in enumerate(SHARES)]


def _sum(slopes=SLOPES, read=ID):
    return plus(input_part(TABLE, slopes, read), output_part(TABLE, slopes, HIDDEN))


def _with_row(table, place, row):
    return [row if v == place else old for v, old in enumerate(table)]


EXERCISE = Exercise(
    id="06-two-paths",
    title="Two paths by hand",
    minutes=8,
    difficulty="medium",
    kind="table",
    reference=_sum,
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "the padding row kept still",
            "You gave the padding row no gradient. `padding_idx` stops what comes through the "
            "lookup. Through the head this row is scored like any other, and it is no target.",
            lambda: _with_row(_sum(), PAD, [0, 0]),
        ),
        Misconception(
            "the output path alone",
            "These are the gradients of the head. The row that was read has a second way to the "
            "loss: it is what the hidden state is made of.",
            lambda: output_part(TABLE, SLOPES, HIDDEN),
        ),
        Misconception(
            "the input path alone",
            "Only the row that was read moves here. The head multiplies the hidden state with "
            "every row, so every row has a slope.",
            lambda: input_part(TABLE, SLOPES, ID),
        ),
        Misconception(
            "one path written over the other",
            "In the row that was read your input part replaces the output part. One number that "
            "is used twice has the sum of two slopes.",
            lambda: _with_row(
                output_part(TABLE, SLOPES, HIDDEN), ID, input_part(TABLE, SLOPES, ID)[ID]
            ),
        ),
        Misconception(
            "the one-hot left out",
            "You used the probabilities as slopes. The target's slope is its probability minus 1; "
            "the four slopes sum to zero.",
            lambda: _sum(SHARES),
        ),
        Misconception(
            "the input part in the target's row",
            "Your input part sits in the row of the target. It belongs to the row that was read, "
            "since that row made the hidden state.",
            lambda: _sum(read=TARGET),
        ),
    ),
    hints=(
        "Write the four slopes first: probability minus one-hot. Do they sum to zero?",
        "Output part: each slope times the hidden state, four rows. Input part: the four rows of "
        "the table, each times its slope, added up to a single row.",
        "The single row of the input part is added to row 2, the row that was read. The padding "
        "row has only an output part.",
    ),
)
