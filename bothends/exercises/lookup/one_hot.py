"""The one-hot form of ids."""

import random
from itertools import count

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import each, flat, plain
from bothends.exercises.lookup.lookup import ONE_BASED


def one_hot(ids, table):
    """Return V numbers for each id: 1 at the place of the id, 0 elsewhere."""
    return each(lambda id_: [float(row == id_) for row in range(len(table))], ids)


def _one_based(ids, table):
    return each(lambda id_: [float(row == id_ - 1) for row in range(len(table))], ids)


def _as_wide_as_d(ids, table):
    return each(lambda id_: [float(place == id_) for place in range(len(table[0]))], ids)


def _up_to_largest(ids, table):
    return one_hot(ids, range(max(flat(ids)) + 1))


def _upright(ids, table):
    return [each(lambda id_, row=row: float(row == id_), ids) for row in range(len(table))]


def _many_hot(ids, table):
    return [float(row in flat(ids)) for row in range(len(table))]


def _all_in_each(ids, table):
    return each(lambda _: _many_hot(ids, table), ids)


def _index_shape_lost(ids, table):
    return one_hot(flat(ids), table)


def _by_position(ids, table):
    place = count()
    return each(lambda _: one_hot(next(place) % len(table), table), ids)


def _ones(where):
    """Return rows with a 1 wherever the place and the id are so."""
    return lambda ids, table: each(
        lambda id_: [float(where(v, id_)) for v in range(len(table))], ids
    )


def _cases():
    draw = random.Random(3)
    small = [[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [1.0, 1.0]]
    wide = [[draw.randint(-8, 8) / 2 for _ in range(3)] for _ in range(5)]
    square = [[draw.randint(-8, 8) / 2 for _ in range(3)] for _ in range(3)]
    return [
        Case({"ids": [1, 2, 1], "table": small}, "one sequence"),
        Case({"ids": [[4, 0, 4, 1], [2, 2, 0, 3]], "table": wide}, "a float64 table", "float64"),
        Case({"ids": [[[4, 0]], [[1, 4]]], "table": wide}, "ids with three axes"),
        Case({"ids": 3, "table": wide}, "one id, of shape ()"),
        Case({"ids": [2, 0, 2], "table": square}, "as many rows as columns as ids"),
    ]


EXERCISE = Exercise(
    id="lookup-one-hot",
    title="The one-hot form",
    minutes=8,
    difficulty="medium",
    kind="function",
    reference=one_hot,
    cases=_cases,
    misconceptions=(
        Misconception(
            "one-based ids",
            ONE_BASED,
            _one_based,
            also=(
                lambda ids, table: one_hot(each(lambda id_: (id_ - 1) % len(table), ids), table),
            ),
        ),
        Misconception(
            "ones up to the id",
            "You wrote 1 at every place up to the id, or from it on. There is one 1, at the id.",
            _ones(lambda v, id_: v <= id_),
            also=(_ones(lambda v, id_: v < id_), _ones(lambda v, id_: v >= id_)),
        ),
        Misconception(
            "as wide as a vector",
            "Your one-hot vectors have D numbers. A one-hot vector chooses among the V rows, so "
            "it is V wide; the product with the table (V, D) then has width D.",
            _as_wide_as_d,
        ),
        Misconception(
            "as wide as the largest id",
            "Your vectors end with the largest id of this batch, as `F.one_hot` does if it is not "
            "told the width. The table has more rows, and the product needs a number for each.",
            _up_to_largest,
        ),
        Misconception(
            "vocabulary axis first",
            "You put the vocabulary first. That is the transpose, and chapter 04 needs it for the "
            "gradient; for `one_hot @ table` the axis V comes last, next to the table's.",
            _upright,
        ),
        Misconception(
            "one vector for all ids",
            "You marked which ids occur. The order is lost, and so is a repetition. Each id "
            "has a vector of its own with a single 1 in it.",
            _many_hot,
            also=(lambda ids, table: [float(flat(ids).count(row)) for row in range(len(table))],),
        ),
        Misconception(
            "every id in every vector",
            "Each of your vectors marks all the ids; `x[..., ids] = 1` does this. It writes every "
            "id at every position, and each position has only one id of its own.",
            _all_in_each,
        ),
        Misconception(
            "the index shape lost",
            "Your vectors stand in one list. Every axis of the ids stays, and one is added: ids "
            "(B, T) give (B, T, V).",
            _index_shape_lost,
        ),
        Misconception(
            "position for id",
            "Your ones stand at the positions 0, 1, 2 and so on. The id says where the 1 belongs.",
            _by_position,
        ),
        Misconception(
            "a list around a single id",
            "For one id of shape () you return a list of one vector. It has no axis of its own: "
            "the answer has shape (V,).",
            lambda ids, table: one_hot(
                plain(ids) if isinstance(plain(ids), list) else [plain(ids)], table
            ),
        ),
        Misconception(
            "the lookup itself",
            "You returned the rows of the table. Asked for is the tensor that picks them, before "
            "the product.",
            lambda ids, table: each(lambda id_: list(plain(table)[id_]), ids),
        ),
        Misconception(
            "counted from the end",
            "Your ones are counted from the last place. Id 0 has its 1 in the first.",
            lambda ids, table: each(lambda id_: one_hot(len(table) - 1 - id_, table), ids),
        ),
        Misconception(
            "the id for the one",
            "You wrote the id itself at its place. A one-hot vector has a 1 there.",
            lambda ids, table: each(lambda id_: [id_ * x for x in one_hot(id_, table)], ids),
        ),
    ),
    hints=(
        "One id out of V: how wide is its vector, and how many of its numbers are 1?",
        "Compare each id with all row numbers 0 to V-1. Broadcasting does it at once if `ids` "
        "gets one more axis at the end. What is the dtype of a comparison?",
        "`ids[..., None] == torch.arange(len(table))` has the right shape. It is boolean, and the "
        "table's dtype is wanted.",
    ),
    gives="tensors",
    scalars=("ids",),
    dtype_of="table",
)
