"""The mean vector of each sequence, without its padding."""

import math
import random
from statistics import median

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


def _real(sequence, table, pad_id):
    return [table[id_] for id_ in sequence if id_ != pad_id]


def _by_batch(table, ids, pad_id):
    total = sum(len(_real(sequence, table, pad_id)) for sequence in ids)
    return [[x / max(1, total) for x in row] for row in _sums(table, ids, pad_id)]


def _one_for_all(table, ids, pad_id):
    return _mean([row for sequence in ids for row in _real(sequence, table, pad_id)], table)


def _zeros_taken_for_padding(table, ids, pad_id):
    rows = ([row for row in _real(sequence, table, pad_id) if any(row)] for sequence in ids)
    return [_mean(one, table) for one in rows]


def _largest(table, ids, pad_id):
    rows = (_real(sequence, table, pad_id) or [[0.0] * len(table[0])] for sequence in ids)
    return [[max(column) for column in zip(*one, strict=True)] for one in rows]


def _up_to_padding(table, ids, pad_id):
    kept = [one[: one.index(pad_id)] if pad_id in one else one for one in ids]
    return mean_vectors(table, kept, pad_id)


def _one_less(table, ids, pad_id):
    counts = [len(_real(sequence, table, pad_id)) for sequence in ids]
    found = zip(counts, _sums(table, ids, pad_id), strict=True)
    return [[x / (count - 1 or 1) for x in row] for count, row in found]


def _over(count_of):
    """Return the sums over another count, made of the tokens of a sequence and its length."""

    def answer(table, ids, pad_id):
        counts = [count_of(len(_real(one, table, pad_id)), len(one)) for one in ids]
        found = zip(counts, _sums(table, ids, pad_id), strict=True)
        return [[x / (count or 1) for x in row] for count, row in found]

    return answer


def _padding_in_the_sum(table, ids, pad_id):
    sums = [[sum(table[id_][d] for id_ in one) for d in range(len(table[0]))] for one in ids]
    counts = (len(_real(one, table, pad_id)) or 1 for one in ids)
    return [[x / count for x in row] for count, row in zip(counts, sums, strict=True)]


def _cases():
    draw = random.Random(6)
    table = [[8.0, 1.0], [2.0, -4.0], [100.0, 100.0], [4.0, 6.0]]
    wide = [[draw.randint(-9, 9) / 2 for _ in range(3)] for _ in range(5)]
    wide[1] = [0.0, 0.0, 0.0]  # a word, and not padding
    return [
        Case({"table": table, "ids": [[1, 3, 1, 2], [0, 2, 2, 2]], "pad_id": 2}, "padding is 2"),
        Case({"table": wide, "ids": [[4, 1, 0], [3, 0, 0]], "pad_id": 0}, "padding is 0"),
        Case({"table": wide, "ids": [[1, 2, 1], [4, 4, 4]], "pad_id": 4}, "nothing but padding"),
        Case(
            {"table": [*wide[:4], wide[2]], "ids": [[3, 2, 4], [2, 2, 4]], "pad_id": 4},
            "a word whose row equals that of padding",
        ),
        Case(
            {
                "table": wide,
                "ids": [[3, 0, 0, 2, 1], [2, 2, 4, 0, 3], [3, 3, 3, 3, 3], [4, 3, 3, 0, 2]],
                "pad_id": 3,
            },
            "four sequences, padded on either side",
        ),
    ]


EXERCISE = Exercise(
    id="switches-masked-mean",
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
        Misconception(
            "divided by the tokens of the batch",
            "You divided each sum by the number of real tokens in the whole batch. Each sequence "
            "has a mean of its own, over its own tokens.",
            _by_batch,
        ),
        Misconception(
            "one mean for the batch",
            "You averaged all sequences into one vector. Asked for is one vector for each.",
            _one_for_all,
            also=(lambda table, ids, pad_id: [_one_for_all(table, ids, pad_id)] * len(ids),),
        ),
        Misconception(
            "a row of zeros taken for padding",
            "You left out tokens whose vector is zero. A word may have such a row; padding is "
            "known by its id.",
            _zeros_taken_for_padding,
        ),
        Misconception(
            "the largest for the mean",
            "You took the largest number of each column. Asked for is the mean.",
            _largest,
        ),
        Misconception(
            "everything behind a padding left out",
            "You stopped at the first padding. It may stand in front of real tokens, too: leave "
            "out the padding and nothing else.",
            _up_to_padding,
        ),
        Misconception(
            "one token too few in the count",
            "Your sums are right, and you divided by one less than the number of tokens.",
            _one_less,
        ),
        Misconception(
            "one token for the sequence",
            "You took the vector of a single token. Asked for is the mean of all that are no "
            "padding.",
            lambda table, ids, pad_id: [
                (_real(one, table, pad_id) or [[0.0] * len(table[0])])[0] for one in ids
            ],
            also=(
                lambda table, ids, pad_id: [
                    (_real(one, table, pad_id) or [[0.0] * len(table[0])])[-1] for one in ids
                ],
                lambda table, ids, pad_id: [
                    (_real(one, table, pad_id) or [table[pad_id]])[0] for one in ids
                ],
                lambda table, ids, pad_id: [
                    (_real(one, table, pad_id) or [table[pad_id]])[-1] for one in ids
                ],
            ),
        ),
        Misconception(
            "a median",
            "You took the middle number of each column. A mean adds them and divides.",
            lambda table, ids, pad_id: [
                [median(column) for column in zip(*_real(one, table, pad_id), strict=True)]
                or [0.0] * len(table[0])
                for one in ids
            ],
        ),
        Misconception(
            "padding for an empty sequence",
            "Your real sequences are right. One of nothing but padding gets zeros, and not the "
            "vector of the padding.",
            lambda table, ids, pad_id: [
                _mean(_real(one, table, pad_id), table)
                if _real(one, table, pad_id)
                else list(table[pad_id])
                for one in ids
            ],
        ),
        Misconception(
            "zero divided by zero",
            "Your real sequences are right. One of nothing but padding has no tokens, and you "
            "divided by their number: it gets zeros.",
            lambda table, ids, pad_id: [
                _mean(_real(one, table, pad_id), table)
                if _real(one, table, pad_id)
                else [math.nan] * len(table[0])
                for one in ids
            ],
        ),
        Misconception(
            "divided by the rows of the table",
            "You divided by the number of rows of the table. Divide by the number of tokens that "
            "count.",
            lambda table, ids, pad_id: [
                [x / len(table) for x in row] for row in _sums(table, ids, pad_id)
            ],
        ),
        Misconception(
            "one added to the count",
            "You added 1 to the number of tokens, against a division by zero. That makes "
            "every mean too small: let only a count of 0 become 1.",
            _over(lambda real, length: real + 1),
        ),
        Misconception(
            "padding in the sum",
            "You divide by the right number, but the padding's vectors are still in the sum.",
            _padding_in_the_sum,
        ),
        Misconception(
            "divided by the root",
            "You divided by the root of the number of tokens. A mean divides by the number.",
            _over(lambda real, length: real**0.5),
        ),
    ),
    hints=(
        "Take one sequence. Which of its places count, and how many are there?",
        "Collect the rows of the ids that are not `pad_id`, then average column by column.",
        "A sequence of nothing but padding has no rows to average: return D zeros before you "
        "divide by their number.",
    ),
)
