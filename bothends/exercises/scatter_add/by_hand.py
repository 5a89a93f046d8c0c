"""The gradient table by hand."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs
from bothends.exercises.scatter_add import scatter


def exercise(ids, G, V=4):
    """Return the exercise for ids below V and one upstream row for each."""
    return Exercise(
        id="scatter-gradient-by-hand",
        title="The gradient table by hand",
        minutes=5,
        difficulty="easy",
        kind="table",
        reference=lambda: scatter.added(ids, G, V),
        cases=no_inputs,
        misconceptions=(
            Misconception(
                "the last one wins", scatter.LAST_WINS, lambda: scatter.last_wins(ids, G, V)
            ),
            Misconception(
                "the first one wins", scatter.FIRST_WINS, lambda: scatter.first_wins(ids, G, V)
            ),
            Misconception("the mean for the sum", scatter.MEAN, lambda: scatter.mean(ids, G, V)),
            Misconception(
                "in order of position", scatter.BY_POSITION, lambda: scatter.by_position(ids, G, V)
            ),
            Misconception("the upstream gradient itself", scatter.UPSTREAM, lambda: G),
            Misconception(
                "one-based rows",
                "Your numbers stand one row too high. Rows count from 0: id 2 is the third row.",
                lambda: scatter.one_based(ids, G, V),
            ),
            Misconception(
                "one row for each token",
                "You gave one row for each id that was read. The gradient has the shape of what it "
                "changes, the table: V rows, and rows that nobody read are there too.",
                lambda: [scatter.added(ids, G, V)[id_] for id_ in ids],
            ),
            Misconception(
                "how often, and not how much",
                scatter.COUNTED,
                lambda: scatter.counted(ids, G, V),
            ),
            Misconception(
                "all rows in every row",
                scatter.EVERYWHERE,
                lambda: scatter.everywhere(ids, G, V),
            ),
            Misconception(
                "rows that nobody read left out",
                scatter.ONLY_READ,
                lambda: scatter.only_read(ids, G, V),
            ),
            Misconception(
                "one row too low",
                "Your numbers stand one row too low. Rows count from 0: id 2 is the third row.",
                lambda: scatter.added(ids, G, V)[-1:] + scatter.added(ids, G, V)[:-1],
            ),
            Misconception("multiplied", scatter.MULTIPLIED, lambda: scatter.times(ids, G, V)),
            Misconception(
                "the sum times the count",
                scatter.COUNTED_TWICE,
                lambda: scatter.counted_twice(ids, G, V),
            ),
        ),
        row_rules=tuple(
            f"Row {v} gets, added up, the upstream rows of the places where the id {v} stands."
            for v in range(V)
        ),
        hints=(
            "The gradient of a table has the table's shape. Which rows does this batch not read?",
            "Go through the ids with your finger. Each time, put the upstream row on the pile of "
            "the row that was read.",
            "A row that was read twice has two upstream rows on its pile. What is on one pile is "
            "added.",
        ),
    )


EXERCISE = exercise([2, 2, 3], [[1, 2], [3, 4], [5, 6]])
