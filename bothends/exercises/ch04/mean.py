"""The mean vector of each sequence, without its padding."""

import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception


def mean_vectors(table, ids, pad_id):
    """Return for each sequence the mean of the vectors that are not padding; zeros if none is."""
    return [_mean([table[id_] for id_ in sequence if id_ != pad_id], table) for sequence in ids]


def _mean(vectors, table):
    if not vectors:
        return [0.0] * len(table[0])
    return [sum(column) / len(vectors) for column in zip(*vectors, strict=True)]


def _padding_read(table, ids, pad_id):
    return [_mean([table[id_] for id_ in sequence], table) for sequence in ids]


def _padding_counted(table, ids, pad_id):
    zeroed = [[0.0] * len(row) if id_ == pad_id else row for id_, row in enumerate(table)]
    return _padding_read(zeroed, ids, pad_id)


def _row_0_left_out(table, ids, pad_id):
    return mean_vectors(table, ids, 0)


def _each_word_once(table, ids, pad_id):
    return mean_vectors(table, [list(dict.fromkeys(sequence)) for sequence in ids], pad_id)


def _sums(table, ids, pad_id):
    counts = [sum(id_ != pad_id for id_ in sequence) for sequence in ids]
    found = zip(counts, mean_vectors(table, ids, pad_id), strict=True)
    return [[count * x for x in row] for count, row in found]


def _cases():
    draw = random.Random(6)
    table = [[8.0, 1.0], [2.0, -4.0], [100.0, 100.0], [4.0, 6.0]]
    wide = [[draw.randint(-9, 9) / 2 for _ in range(3)] for _ in range(5)]
    wide[1] = [0.0, 0.0, 0.0]  # a word, and not padding
    return [
        Case({"table": table, "ids": [[1, 3, 1, 2], [0, 2, 2, 2]], "pad_id": 2}, "padding is 2"),
        Case({"table": wide, "ids": [[4, 1, 0], [3, 0, 0]], "pad_id": 0}, "padding is 0"),
        Case({"table": wide, "ids": [[1, 2, 1], [4, 4, 4]], "pad_id": 4}, "nothing but padding"),
    ]


EXERCISE = Exercise(
    id="04-masked-mean",
    title="A mean without padding",
    minutes=8,
    difficulty="easy",
    kind="function",
    reference=mean_vectors,
    cases=_cases,
    misconceptions=(
        Misconception(
            "the padding row averaged",
            "You averaged all vectors, the one of the padding id among them. A lookup returns "
            "the padding row like any other; leaving it out is your part.",
            _padding_read,
        ),
        Misconception(
            "a zero that is counted",
            "You took zeros for padding and still divided by the number of all places. What does "
            "not count may not be counted either: divide by the number of real tokens.",
            _padding_counted,
        ),
        Misconception(
            "id 0 taken for padding",
            "You left out id 0. Which id is padding is an agreement of each tokenizer; here "
            "`pad_id` says it.",
            _row_0_left_out,
        ),
        Misconception(
            "each word once",
            "You averaged the different words. A word that stands in two places counts twice.",
            _each_word_once,
        ),
        Misconception(
            "the sum for the mean",
            "You added the vectors up. A mean also divides, by the number of tokens that count.",
            _sums,
        ),
    ),
    hints=(
        "Take one sequence. Which of its places count, and how many are there?",
        "Collect the rows of the ids that are not `pad_id`, then average column by column.",
        "A sequence of nothing but padding has no rows to average: return D zeros before you "
        "divide by their number.",
    ),
)
