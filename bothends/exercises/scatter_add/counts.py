"""How often each row is read."""

import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import flat


def row_counts(ids, vocab_size):
    """Return V numbers: how often each id occurs in the batch."""
    counts = [0] * vocab_size
    for id_ in flat(ids):
        counts[id_] += 1
    return counts


def _seen_or_not(ids, vocab_size):
    return [int(id_ in flat(ids)) for id_ in range(vocab_size)]


def _only_seen(ids, vocab_size):
    return [count for count in row_counts(ids, vocab_size) if count]


def _one_sequence_each(ids, vocab_size):
    return [row_counts(sequence, vocab_size) for sequence in ids]


def _up_to_largest(ids, vocab_size):
    return row_counts(ids, vocab_size)[: max(flat(ids)) + 1]


def _first_sequence(ids, vocab_size):
    return row_counts(ids[0], vocab_size)


def _last_sequence(ids, vocab_size):
    return row_counts(list(ids)[-1], vocab_size)


def _shares(ids, vocab_size):
    total = len(flat(ids))
    return [count / total for count in row_counts(ids, vocab_size)]


def _sequences_with_it(ids, vocab_size):
    return [sum(id_ in sequence for sequence in ids) for id_ in range(vocab_size)]


def _ids_added_up(ids, vocab_size):
    return [id_ * count for id_, count in enumerate(row_counts(ids, vocab_size))]


def _one_based(ids, vocab_size):
    counts = row_counts(ids, vocab_size)
    return counts[1:] + counts[:1]


def _cases():
    draw = random.Random(4)
    return [
        Case({"ids": [[1, 3, 1], [3, 3, 4]], "vocab_size": 7}, "two sequences"),
        Case({"ids": [[0, 0, 0, 0]], "vocab_size": 2}, "one id only"),
        Case({"ids": [[2, 0, 2], [1, 1, 2], [0, 2, 2]], "vocab_size": 3}, "all sizes equal"),
        Case({"ids": [[draw.randrange(9) for _ in range(5)] for _ in range(4)], "vocab_size": 9}),
    ]


EXERCISE = Exercise(
    id="scatter-row-counts",
    title="How often each row is read",
    minutes=6,
    difficulty="easy",
    kind="function",
    reference=row_counts,
    cases=_cases,
    misconceptions=(
        Misconception(
            "seen or not seen",
            "Every row that was read counts once, however often it was read. In numpy and torch "
            "`counts[ids] += 1` gives just this, because a repeated id is written, not added.",
            _seen_or_not,
        ),
        Misconception(
            "rows that nobody read left out",
            "You listed the counts of the rows that occur. The place in the list is the id, so "
            "rows that nobody read need their 0.",
            _only_seen,
        ),
        Misconception(
            "as long as the largest id",
            "Your list ends with the largest id of the batch, as `bincount` does by itself. The "
            "table goes on: rows that nobody read need their 0 there too.",
            _up_to_largest,
        ),
        Misconception(
            "one count for each sequence",
            "You counted each sequence on its own. All sequences of a batch read one table, so "
            "their counts add.",
            _one_sequence_each,
        ),
        Misconception(
            "the first sequence only",
            "You counted one sequence and stopped. Does `return` stand inside the loop over the "
            "batch?",
            _first_sequence,
        ),
        Misconception(
            "the last sequence only",
            "You counted one sequence. Were the counts set back to zero inside the loop over the "
            "batch?",
            _last_sequence,
        ),
        Misconception(
            "shares for counts",
            "You divided by the number of ids. Asked for is how often each row is read.",
            _shares,
        ),
        Misconception(
            "sequences counted",
            "You counted in how many sequences each id stands. One that stands in a sequence twice "
            "is read twice there.",
            _sequences_with_it,
        ),
        Misconception(
            "ids added up",
            "You added the ids themselves. Each reading counts for 1, whatever its id is.",
            _ids_added_up,
        ),
        Misconception(
            "one-based rows",
            "Your counts stand one place too early. The first entry is that of id 0.",
            _one_based,
        ),
        Misconception(
            "repeats alone",
            "You counted only what comes again. The first reading counts as well.",
            lambda ids, vocab_size: [max(0, n - 1) for n in row_counts(ids, vocab_size)],
        ),
        Misconception(
            "the most in one sequence",
            "You took the largest count among the sequences. Counts of a batch add.",
            lambda ids, vocab_size: [
                max(sequence.count(id_) for sequence in ids) for id_ in range(vocab_size)
            ],
        ),
        Misconception(
            "one too many everywhere",
            "Each of your counts is one too large. They begin at 0.",
            lambda ids, vocab_size: [n + 1 for n in row_counts(ids, vocab_size)],
        ),
    ),
    hints=(
        "How long is the answer, and what does its entry number 0 say?",
        "Begin with one zero for each row of the table, before the first sequence.",
        "Two loops, over the sequences and over the ids in each; in the inner one, raise the "
        "entry of that id by 1.",
    ),
)
