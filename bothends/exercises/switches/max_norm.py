"""The table after a lookup with `max_norm`."""

import math
import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import each, flat


def table_after(table, ids, max_norm):
    """Return the table with each row that was read cut back to a length of at most `max_norm`."""
    return _changed(table, flat(ids), lambda row: _cut(row, max_norm, math.hypot(*row)))


def _changed(table, rows, change):
    return [change(row) if v in rows else list(row) for v, row in enumerate(table)]


def _cut(row, max_norm, norm):
    return [x * max_norm / norm for x in row] if norm > max_norm else list(row)


def _untouched(table, ids, max_norm):
    return [list(row) for row in table]


def _all_rows(table, ids, max_norm):
    return table_after(table, list(range(len(table))), max_norm)


def _short_rows_stretched(table, ids, max_norm):
    return _changed(table, flat(ids), lambda row: [x * max_norm / math.hypot(*row) for x in row])


def _entries_clamped(table, ids, max_norm):
    return _changed(table, flat(ids), lambda row: [max(-max_norm, min(max_norm, x)) for x in row])


def _sum_of_sizes(table, ids, max_norm):
    return _changed(table, flat(ids), lambda row: _cut(row, max_norm, sum(abs(x) for x in row)))


def _root_forgotten(table, ids, max_norm):
    return _changed(table, flat(ids), lambda row: _cut(row, max_norm, sum(x * x for x in row)))


def _by_length(change):
    """Return the table with rows that were read and are too long changed by their length."""

    def answer(table, ids, max_norm):
        return _changed(
            table,
            flat(ids),
            lambda row: (
                change(row, math.hypot(*row), max_norm)
                if math.hypot(*row) > max_norm
                else list(row)
            ),
        )

    return answer


def _largest_entry(table, ids, max_norm):
    return _changed(table, flat(ids), lambda row: _cut(row, max_norm, max(map(abs, row))))


def _root_of_the_mean(table, ids, max_norm):
    return _changed(
        table, flat(ids), lambda row: _cut(row, max_norm, math.hypot(*row) / math.sqrt(len(row)))
    )


def _rows_read(table, ids, max_norm):
    after = table_after(table, ids, max_norm)
    return each(lambda id_: after[id_], ids)


def _by_the_whole_table(table, ids, max_norm):
    norm = math.hypot(*(x for row in table for x in row))
    return _changed(table, flat(ids), lambda row: _cut(row, max_norm, norm))


def _short_ones_alone(table, ids, max_norm):
    return _changed(
        table,
        flat(ids),
        lambda row: (
            [x * max_norm / math.hypot(*row) for x in row]
            if math.hypot(*row) < max_norm
            else list(row)
        ),
    )


def _rows_not_read(table, ids, max_norm):
    return table_after(table, [v for v in range(len(table)) if v not in flat(ids)], max_norm)


def _once_for_each_reading(table, ids, max_norm):
    norms = [math.hypot(*row) for row in table]
    return [
        [x * min(1, max_norm / norm) ** flat(ids).count(v) for x in row]
        for v, (row, norm) in enumerate(zip(table, norms, strict=True))
    ]


def _cases():
    draw = random.Random(8)
    table = [[6.0, 8.0], [3.0, 4.0], [0.6, 0.8], [-8.0, 6.0], [1.0, 1.0]]
    wide = [[draw.randint(-9, 9) / 2 + 0.25 for _ in range(3)] for _ in range(5)]
    return [
        Case({"table": table, "ids": [[0, 2, 4], [3, 0, 2]], "max_norm": 2.0}, "two sequences"),
        Case({"table": wide, "ids": [[4, 1, 4]], "max_norm": 1.5}, "three columns"),
        Case({"table": table, "ids": [[4, 4]], "max_norm": 2.0}, "only a short row is read"),
        Case({"table": wide, "ids": [[1, 1], [0, 3], [3, 1]], "max_norm": 2.5}, "three sequences"),
    ]


EXERCISE = Exercise(
    id="switches-max-norm",
    title="The table after a lookup",
    minutes=10,
    difficulty="medium",
    kind="function",
    reference=table_after,
    cases=_cases,
    misconceptions=(
        Misconception(
            "a lookup only reads",
            "The table came back as it was. With `max_norm` a lookup writes: rows that it reads "
            "and that are too long are replaced in the table itself.",
            _untouched,
        ),
        Misconception(
            "all rows cut back",
            "You cut back rows that nobody read. The lookup looks only at the rows it reads.",
            _all_rows,
        ),
        Misconception(
            "short rows stretched",
            "You brought each row that was read to the same length. `max_norm` is a limit: a row "
            "within it stays as it is.",
            _short_rows_stretched,
        ),
        Misconception(
            "each number cut off",
            "You limited each number by itself, which turns the row into another direction. The "
            "limit is on the length of the row; all its numbers shrink by one factor.",
            _entries_clamped,
            also=(
                lambda table, ids, max_norm: _changed(
                    table, flat(ids), lambda row: [min(max_norm, x) for x in row]
                ),
                _by_length(lambda row, norm, limit: [min(limit, x) for x in row]),
                _by_length(lambda row, norm, limit: [max(-limit, min(limit, x)) for x in row]),
            ),
        ),
        Misconception(
            "the sum of the sizes",
            "You took the sum of the absolute numbers for the length. The length is the root of "
            "the sum of the squares: 5 for [3, 4], not 7.",
            _sum_of_sizes,
        ),
        Misconception(
            "the root forgotten",
            "You divided by the sum of the squares. The length is its root: 5 for [3, 4], not 25.",
            _root_forgotten,
            also=(_by_length(lambda row, norm, limit: [x * limit / norm**2 for x in row]),),
        ),
        Misconception(
            "the factor upside down",
            "Your long rows have become longer. The factor is the limit over the length.",
            _by_length(lambda row, norm, limit: [x * norm / limit for x in row]),
        ),
        Misconception(
            "cut back to length 1",
            "You divided by the length and stopped there. A row that is cut back has the length "
            "`max_norm`.",
            _by_length(lambda row, norm, limit: [x / norm for x in row]),
        ),
        Misconception(
            "multiplied by the limit",
            "You multiplied by `max_norm` and left the length out. The factor is the limit over "
            "the length.",
            _by_length(lambda row, norm, limit: [x * limit for x in row]),
        ),
        Misconception(
            "divided by the limit",
            "You divided by `max_norm`. The factor is the limit over the length of the row.",
            _by_length(lambda row, norm, limit: [x / limit for x in row]),
        ),
        Misconception(
            "long rows set to zero",
            "You emptied the rows that are too long. They are cut back, and keep their direction.",
            _by_length(lambda row, norm, limit: [0.0 for _ in row]),
        ),
        Misconception(
            "the largest entry",
            "You took the largest number of a row for its length. The length is the root of the "
            "sum of the squares.",
            _largest_entry,
        ),
        Misconception(
            "the root of the mean",
            "You took the root of the *mean* of the squares. The length is the root of their sum.",
            _root_of_the_mean,
        ),
        Misconception(
            "the rows that were read",
            "You returned what the lookup returns. Asked for is the table, all V rows of it.",
            _rows_read,
        ),
        Misconception(
            "one length for the table",
            "You measured the table as a whole. Each row has a length of its own.",
            _by_the_whole_table,
        ),
        Misconception(
            "the limit taken off",
            "You subtracted the limit from each number. A row is cut back by one factor, so that "
            "it keeps its direction.",
            _by_length(lambda row, norm, limit: [x - limit for x in row]),
        ),
        Misconception(
            "the comparison turned round",
            "You changed the rows that are short enough and left the long ones. Cut where the "
            "length is above `max_norm`.",
            _short_ones_alone,
        ),
        Misconception(
            "the rows that were not read",
            "You cut the rows that nobody read. It is the lookup that cuts, so the rows in `ids`.",
            _rows_not_read,
        ),
        Misconception(
            "cut once for each reading",
            "A row that is read twice became shorter twice. One cut is enough.",
            _once_for_each_reading,
        ),
    ),
    hints=(
        "Which rows can change at all?",
        "For a row that is read, compute its length. If that is above the limit, by which factor "
        "must all its numbers shrink?",
        "The factor is `max_norm / norm` with `norm = sum(x * x for x in row) ** 0.5`. All other "
        "rows are copied.",
    ),
)
