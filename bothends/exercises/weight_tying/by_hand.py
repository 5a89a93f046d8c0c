"""Both paths by hand, with a padding row."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs
from bothends.exercises.head_and_loss.softmax import minus_one_hot
from bothends.exercises.weight_tying.paths import input_part, output_part, plus

PAD = 0


def _with_row(table, place, row):
    return [row if v == place else old for v, old in enumerate(table)]


def _rule(v, token, target):
    slope = "its probability, minus 1" if v == target else "its probability"
    more = " It was read, so the input part is added to it." if v == token else ""
    return f"Row {v}: its slope, {slope}, times the hidden state.{more}"


def exercise(table, token, target, p):
    """Return the exercise for a tied table whose row 0 is padding, and probabilities p."""
    slopes = minus_one_hot(p, target)
    to_head, to_row = output_part(table, slopes, table[token]), input_part(table, slopes, token)
    both = plus(to_row, to_head)
    return Exercise(
        id="tying-two-paths",
        title="Two paths by hand",
        minutes=8,
        difficulty="medium",
        kind="table",
        reference=lambda: both,
        cases=no_inputs,
        misconceptions=(
            Misconception(
                "the padding row kept still",
                "You gave the padding row no gradient. `padding_idx` stops what comes through the "
                "lookup. Through the head this row is scored like any other, and it is no target.",
                lambda: _with_row(both, PAD, [0, 0]),
            ),
            Misconception(
                "the output path alone",
                "These are the gradients of the head. The row that was read has a second way to "
                "the loss: it is what the hidden state is made of.",
                lambda: to_head,
            ),
            Misconception(
                "the input path alone",
                "Only the row that was read moves here. The head multiplies the hidden state with "
                "every row, so every row has a slope.",
                lambda: to_row,
            ),
            Misconception(
                "one path written over the other",
                "In the row that was read your input part replaces the output part. One number "
                "that is used twice has the sum of two slopes.",
                lambda: _with_row(to_head, token, to_row[token]),
            ),
            Misconception(
                "the one-hot left out",
                "You used the probabilities as slopes. The target's slope is its probability minus "
                "1; the four slopes sum to zero.",
                lambda: plus(input_part(table, p, token), output_part(table, p, table[token])),
            ),
            Misconception(
                "the input part in the target's row",
                "Your input part sits in the row of the target. It belongs to the row that was "
                "read, since that row made the hidden state.",
                lambda: plus(input_part(table, slopes, target), to_head),
            ),
            Misconception(
                "the input part in every row",
                "You added the input part to every row. It belongs to the row that was read, and "
                "to no other.",
                lambda: [plus([row], [to_row[token]])[0] for row in to_head],
            ),
            Misconception(
                "the sign turned round",
                "Every sign is turned round. The slope of the target is negative, its probability "
                "minus 1.",
                lambda: [[-x for x in row] for row in both],
            ),
            Misconception(
                "the hidden state of the target",
                "You took the row of the target for the hidden state. The hidden state is the row "
                "that was read.",
                lambda: plus(to_row, output_part(table, slopes, table[target])),
            ),
            Misconception(
                "a head that moves the target alone",
                "Through the head you moved the target's row alone. Every word has a probability, "
                "so every row has a slope.",
                lambda: plus(
                    to_row, [row if v == target else [0, 0] for v, row in enumerate(to_head)]
                ),
            ),
            Misconception(
                "the hidden state backwards",
                "You took the two numbers of the hidden state in the other order.",
                lambda: plus(to_row, output_part(table, slopes, table[token][::-1])),
            ),
            Misconception(
                "a hidden state of ones",
                "You wrote the slopes themselves. Each is multiplied by the hidden state.",
                lambda: plus(to_row, output_part(table, slopes, [1, 1])),
                also=(
                    lambda: plus(
                        to_row, output_part(table, slopes, [min(1, x) for x in table[token]])
                    ),
                ),
            ),
            Misconception(
                "one path subtracted",
                "You subtracted one path from the other. Both lead to one table: their parts add.",
                lambda: plus(to_row, [[-x for x in row] for row in to_head]),
                also=(lambda: plus([[-x for x in row] for row in to_row], to_head),),
            ),
            Misconception(
                "the 1 taken off at the word that was read",
                "You took 1 off at the word that was read. It goes off at the target.",
                lambda: plus(
                    input_part(table, minus_one_hot(p, token), token),
                    output_part(table, minus_one_hot(p, token), table[token]),
                ),
            ),
        ),
        row_rules=tuple(_rule(v, token, target) for v in range(len(table))),
        hints=(
            "Write the four slopes first: probability minus one-hot. Do they sum to zero?",
            "Output part: each slope times the hidden state, four rows. Input part: the four rows "
            "of the table, each times its slope, added up to a single row.",
            "The single row of the input part is added to the row that was read. The padding "
            "row has only an output part.",
        ),
    )


EXERCISE = exercise([[0, 0], [1, 0], [0, 2], [1, 1]], 2, 1, [0.1, 0.2, 0.3, 0.4])
