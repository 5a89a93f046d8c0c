"""What a new row holds and scores, by hand."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs

TABLE = [[2, 0], [0, -4], [-2, -4], [4, 0]]
HIDDEN = [1, 2]
PIECES = [1, 2]


def _mean(rows, count=None):
    return [sum(column) / (count or len(rows)) for column in zip(*rows, strict=True)]


def _score(row, hidden=HIDDEN):
    return sum(a * b for a, b in zip(row, hidden, strict=True))


def _table(mean, pieces, hidden=HIDDEN):
    return [[*row, _score(row, hidden)] for row in ([0, 0], mean, pieces)]


def _rows(ids):
    return [TABLE[id_] for id_ in ids]


ALL, REPLACED = _mean(TABLE), _mean(_rows(PIECES))

EXERCISE = Exercise(
    id="09-new-rows",
    title="Three starts for a new row",
    minutes=6,
    difficulty="easy",
    kind="table",
    reference=lambda: _table(ALL, REPLACED),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "sums for means",
            "You added rows and did not divide by how many they are.",
            lambda: _table(_mean(TABLE, 1), _mean(_rows(PIECES), 1)),
        ),
        Misconception(
            "the new row counted",
            "You divided the sum of the old rows by five. The new row is not there yet: the mean "
            "is that of the four old rows.",
            lambda: _table(_mean(TABLE, 5), REPLACED),
        ),
        Misconception(
            "one-based pieces",
            "You took the first and the second row as pieces. Ids count from 0: id 1 is the "
            "second row.",
            lambda: _table(ALL, _mean(_rows([0, 1]))),
        ),
        Misconception(
            "the first piece alone",
            "You gave the new row the first of its pieces. Asked for is the mean of both.",
            lambda: _table(ALL, TABLE[PIECES[0]]),
        ),
        Misconception(
            "the last piece alone",
            "You gave the new row the last of its pieces. Asked for is the mean of both.",
            lambda: _table(ALL, TABLE[PIECES[1]]),
        ),
        Misconception(
            "entries summed",
            "Your logits are the sums of the rows' entries. A logit is the product with the "
            "hidden state, entry by entry, and then the sum.",
            lambda: _table(ALL, REPLACED, [1, 1]),
        ),
    ),
    hints=(
        "A mean is taken column by column. How many rows take part in each of the two means?",
        "The logit is the first entry times 1 plus the second entry times 2.",
        "Check yourself: write down the logits of the four old rows. Their mean is the logit of "
        "the mean row.",
    ),
)
