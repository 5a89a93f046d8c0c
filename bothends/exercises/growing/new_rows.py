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
    id="growing-new-rows",
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
            "other rows for the pieces",
            "Your last start is that of other rows: of the ids 0 and 1, of 2 and 3, or of all. The "
            "pieces are the ids 1 and 2, and ids count from 0: the second and the third row.",
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
        Misconception(
            "the hidden state backwards",
            "Your logits meet the hidden state in the other order. Its first number belongs to "
            "column 0.",
            lambda: _table(ALL, REPLACED, HIDDEN[::-1]),
        ),
        Misconception(
            "a mean along the row",
            "You averaged the numbers within a row. The mean is taken over the rows, one number "
            "for each column.",
            lambda: _table(*([sum(row) / 2] * 2 for row in (ALL, REPLACED))),
        ),
        Misconception(
            "the pieces subtracted",
            "You took the difference of the two pieces. Asked for is their mean.",
            lambda: _table(ALL, [a - b for a, b in zip(*_rows(PIECES), strict=True)]),
        ),
    ),
    parts=("the start at zero", "the mean of all rows", "the mean of the pieces"),
    columns=("column 0", "column 1", "the logit"),
    hints=(
        "A mean is taken column by column. How many rows take part in each of the two means?",
        "The logit is the first entry times 1 plus the second entry times 2.",
        "Check yourself: write down the logits of the four old rows. Their mean is the logit of "
        "the mean row.",
    ),
)
