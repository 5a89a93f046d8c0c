"""A checkpoint from neighbours to halves: rows of queries and keys, head by head."""

import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception


def rows_for_halves(qkv, n_head, n_kv_head):
    """Return the rows with each query and key head sorted for halves, and values as they are."""
    queries, keys, values, head_dim = _parts(qkv, n_head, n_kv_head)
    return _by_head(queries + keys, head_dim) + values


def _parts(qkv, n_head, n_kv_head):
    head_dim = len(qkv) // (n_head + 2 * n_kv_head)
    a, b = n_head * head_dim, (n_head + n_kv_head) * head_dim
    return qkv[:a], qkv[a:b], qkv[b:], head_dim


def _to_halves(head):
    return head[::2] + head[1::2]


def _to_neighbours(head):
    half = len(head) // 2
    return [row for pair in zip(head[:half], head[half:], strict=True) for row in pair]


def _exchanged(head):
    half = len(head) // 2
    return head[half:] + head[:half]


def _by_head(rows, head_dim, sort=_to_halves):
    starts = range(0, len(rows), head_dim)
    return [row for start in starts for row in sort(rows[start : start + head_dim])]


def _sorted_by(sort):
    def answer(qkv, n_head, n_kv_head):
        queries, keys, values, head_dim = _parts(qkv, n_head, n_kv_head)
        return _by_head(queries + keys, head_dim, sort) + values

    return answer


def _values_too(qkv, n_head, n_kv_head):
    return _by_head(qkv, len(qkv) // (n_head + 2 * n_kv_head))


def _queries_alone(qkv, n_head, n_kv_head):
    queries, keys, values, head_dim = _parts(qkv, n_head, n_kv_head)
    return _by_head(queries, head_dim) + keys + values


def _query_heads_for_keys(qkv, n_head, n_kv_head):
    queries, keys, values, head_dim = _parts(qkv, n_head, n_kv_head)
    if len(keys) % (2 * n_head):
        raise LookupError("keys do not split into that many heads")
    return _by_head(queries, head_dim) + _by_head(keys, len(keys) // n_head) + values


def _as_one_head(qkv, n_head, n_kv_head):
    queries, keys, values, _ = _parts(qkv, n_head, n_kv_head)
    return _to_halves(queries) + _to_halves(keys) + values


def _keys_alone(qkv, n_head, n_kv_head):
    queries, keys, values, head_dim = _parts(qkv, n_head, n_kv_head)
    return queries + _by_head(keys, head_dim) + values


def _shared_heads_forgotten(qkv, n_head, n_kv_head):
    if len(qkv) % (6 * n_head):
        raise LookupError("rows do not split into three times as many heads")
    return rows_for_halves(qkv, n_head, n_head)


def _as_one_matrix(qkv, n_head, n_kv_head):
    return _to_halves(qkv)


def _first_head(qkv, n_head, n_kv_head):
    _, _, _, head_dim = _parts(qkv, n_head, n_kv_head)
    return _to_halves(qkv[:head_dim]) + qkv[head_dim:]


def _backwards(head):
    return head[1::2] + head[::2]


def _first_left_alone(qkv, n_head, n_kv_head):
    _, _, _, head_dim = _parts(qkv, n_head, n_kv_head)
    first = n_kv_head * head_dim
    return qkv[:first] + _by_head(qkv[first:], head_dim)


def _cases():
    draw = random.Random(31)

    def some(rows, width):
        return [[draw.randint(-9, 9) for _ in range(width)] for _ in range(rows)]

    numbered = [[row, -row, 0] for row in range(48)]
    return [
        Case({"qkv": numbered, "n_head": 2, "n_kv_head": 1}, "head_dim 12, one key head for two"),
        Case({"qkv": some(36, 3), "n_head": 2, "n_kv_head": 2}, "head_dim 6, no sharing"),
        Case({"qkv": some(60, 2), "n_head": 6, "n_kv_head": 2}, "head_dim 6, one for three"),
        Case({"qkv": some(12, 12), "n_head": 2, "n_kv_head": 2}, "head_dim 2: nothing to sort"),
        Case({"qkv": some(48, 2), "n_head": 4, "n_kv_head": 1}, "head_dim 8, one for four"),
    ]


EXERCISE = Exercise(
    id="convention-checkpoint",
    title="Convert a checkpoint",
    minutes=15,
    difficulty="hard",
    kind="function",
    reference=rows_for_halves,
    cases=_cases,
    misconceptions=(
        Misconception(
            "values sorted too",
            "You sorted the values as well. They are never turned, and the output projection "
            "expects them in their old places.",
            _values_too,
        ),
        Misconception(
            "queries alone",
            "The keys stand as before. A query and a key meet in a dot product, so both must "
            "have their channels in one order.",
            _queries_alone,
        ),
        Misconception(
            "keys with the number of query heads",
            "You cut the keys into as many heads as the queries have. Here several query heads "
            "share one key head: all heads have head_dim rows.",
            _query_heads_for_keys,
        ),
        Misconception(
            "all heads as one",
            "You sorted across heads. Each head has its own pairs, so each is sorted on its own, "
            "head_dim rows at a time.",
            _as_one_head,
        ),
        Misconception(
            "the way back",
            "You went from halves to neighbours. Which old row must stand in the second place "
            "of a head so that halves find the old pair (0, 1)?",
            _sorted_by(_to_neighbours),
        ),
        Misconception(
            "halves exchanged",
            "You exchanged the halves of each head. In half-split weights that changes the sign "
            "of the turn; here the pairs are to move.",
            _sorted_by(_exchanged),
        ),
        Misconception(
            "columns moved",
            "You moved columns. A pair is two channels of a head, and each row makes one channel; "
            "a column belongs to one number of the input.",
            lambda qkv, n_head, n_kv_head: [row[::2] + row[1::2] for row in qkv],
        ),
        Misconception(
            "no row moved",
            "Your rows stand as before. Two reshapes in a row cancel if the two new axes are not "
            "exchanged between them.",
            lambda qkv, n_head, n_kv_head: [list(row) for row in qkv],
        ),
        Misconception(
            "keys alone",
            "The queries stand as before. A query and a key meet in a dot product, so both must "
            "have their channels in one order.",
            _keys_alone,
        ),
        Misconception(
            "as many key heads as query heads",
            "You cut the matrix as if there were as many key and value heads as query heads. There "
            "are n_head + 2 * n_kv_head heads in all.",
            _shared_heads_forgotten,
        ),
        Misconception(
            "the whole matrix as one head",
            "You sorted all rows at once. Each head has its own pairs, so each is sorted on its "
            "own, and the values not at all.",
            _as_one_matrix,
        ),
        Misconception(
            "the first head only",
            "You sorted the first head and left the others. All query and key heads are sorted.",
            _first_head,
        ),
        Misconception(
            "second members first",
            "In your heads the second members of the pairs come first. In the first half stand the "
            "first members.",
            _sorted_by(_backwards),
        ),
        Misconception(
            "heads backwards",
            "You turned the rows of each head round. First members go into the first half, second "
            "members into the second.",
            _sorted_by(lambda head: head[::-1]),
        ),
        Misconception(
            "the first heads left alone",
            "You left the first heads alone. The values are the last `n_kv_head` heads.",
            _first_left_alone,
        ),
    ),
    hints=(
        "How many rows has one head? There are n_head + 2 * n_kv_head heads in all.",
        "Leave the last n_kv_head heads alone. Cut the rest into heads; which rows of a head are "
        "the first members of its pairs, and which the second?",
        "For each query and key head, new = head[0::2] + head[1::2]. Then append the values "
        "unchanged.",
    ),
)
