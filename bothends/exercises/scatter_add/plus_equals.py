"""What `+=` with repeated ids would have given."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs
from bothends.exercises.scatter_add import scatter

IDS = [2, 0, 2, 2]
G = [[1, 2], [3, 4], [5, 6], [7, 8]]
V = 3


def _repeats_left_out():
    once = scatter.added(IDS, G, V)
    return [row if IDS.count(id_) == 1 else [0, 0] for id_, row in enumerate(once)]


EXERCISE = Exercise(
    id="scatter-plus-equals",
    title="What += would have given",
    minutes=5,
    difficulty="medium",
    kind="table",
    reference=lambda: scatter.last_wins(IDS, G, V),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "the gradient that was meant",
            "This is the gradient that scatter-add gives, and what one hopes for. But `grad[ids] "
            "+= G` first reads all the old rows, then adds, then writes: what the first write of "
            "a repeated id put there is overwritten, not read again.",
            lambda: scatter.added(IDS, G, V),
        ),
        Misconception(
            "the first write stays",
            "You kept the first write of the repeated id. The later ones go to the same row, one "
            "after the other.",
            lambda: scatter.first_wins(IDS, G, V),
        ),
        Misconception(
            "the mean",
            "Nothing here divides. Follow the three steps: read the old rows, add, write.",
            lambda: scatter.mean(IDS, G, V),
        ),
        Misconception(
            "in order of position", scatter.BY_POSITION, lambda: scatter.by_position(IDS, G, V)
        ),
        Misconception(
            "repeats refused",
            "You left the repeated row at zero. numpy does not refuse a repeated id, and that is "
            "the trouble: there is no error, only a wrong number.",
            _repeats_left_out,
        ),
        Misconception(
            "nothing written",
            "You say that nothing arrives. An assignment to `grad[ids]` writes into `grad` itself; "
            "only reading with a list of ids makes a copy.",
            lambda: scatter.zeros(IDS, G, V),
        ),
        Misconception(
            "one row for each write",
            "You gave a row for each of the four writes. `grad` has three rows, and three of the "
            "writes go to one of them.",
            lambda: G,
        ),
        Misconception(
            "some of the writes added",
            "You added some of the rows for id 2. Nothing is read again between the writes, so "
            "nothing adds: each write replaces the one before.",
            lambda: [[3, 4], [0, 0], [12, 14]],
            also=(lambda: [[3, 4], [0, 0], [6, 8]], lambda: [[3, 4], [0, 0], [8, 10]]),
        ),
        Misconception(
            "the second write stays",
            "You kept a write that is not the last. They go to one row, one after the other.",
            lambda: [[3, 4], [0, 0], [5, 6]],
        ),
    ),
    row_rules=(
        "Row 0 is written once.",
        "Row 1: is the id 1 among those that are written?",
        "Row 2 is written three times, one after the other, as a whole. What stays?",
    ),
    hints=(
        "Write `grad[ids] += G` as three steps: read `grad[ids]`, add `G`, write the result back.",
        "After the first step, what do the three rows read for id 2 hold?",
        "All old rows are zero, so what is written back is G itself, row by row. A later write "
        "to a row replaces an earlier one.",
    ),
)
