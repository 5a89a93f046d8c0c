"""Attention as slow loops on nested lists, and the ways in which it goes wrong."""

import math
import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.head_and_loss.softmax import softmax

NO_ROOT = (
    "You did not divide the dot products. A score is the dot product of query and key, divided by "
    "the root of their width."
)
LOOKS_AHEAD = "Your positions see later keys. Position t may look at the positions 0 to t only."
MASKED_LATE = (
    "The later keys got their share of the softmax first and lost it afterwards, so the weights of "
    "the early queries no longer sum to 1. Mask the scores, not the weights."
)
KEYS_ASK = (
    "You took the keys for the queries. Row t belongs to query t, and its entries to the keys that "
    "it looks at."
)
WITHOUT_ITSELF = "Your mask stops one key too early: a position sees those before it and itself."
LATER_ONLY = (
    "Your mask is the wrong way round: a position sees itself and what came before, not what "
    "comes later."
)
NOT_SHARED_OUT = (
    "Your weights are the exponentials of the scores. Softmax divides them by their sum, so that "
    "each row sums to 1."
)
NO_SOFTMAX = "You took the scores for the weights. Between the two stands a softmax."
ZERO_SCORE = (
    "You set the scores of later keys to 0. The exponential of 0 is 1, so they still take part. "
    "Leave them out, or set them to minus infinity."
)


def scores(q, k, divisor=None):
    """Return a row for each query: its dot products with all keys, divided by the root of d."""
    divisor = divisor or math.sqrt(len(q[0]))
    return [[sum(a * b for a, b in zip(one, key, strict=True)) / divisor for key in k] for one in q]


def causal(rows):
    """Return the weights of each query over the keys up to its own place, 0 for later ones."""
    return [softmax(row[: t + 1]) + [0.0] * (len(row) - t - 1) for t, row in enumerate(rows)]


def masked_late(rows):
    """Return softmax over all keys, with zeros written over the later ones."""
    return [[w * (s <= t) for s, w in enumerate(softmax(row))] for t, row in enumerate(rows)]


def zero_score(rows):
    """Return softmax over all keys, the later ones with a score of 0."""
    return [softmax([z * (s <= t) for s, z in enumerate(row)]) for t, row in enumerate(rows)]


def without_itself(rows):
    """Return the weights of each query over the keys before it; the first one sees itself."""
    return [
        softmax(row[: max(t, 1)]) + [0.0] * (len(row) - max(t, 1)) for t, row in enumerate(rows)
    ]


def later_only(rows):
    """Return the weights of each query over its own and all later keys."""
    return [[0.0] * t + softmax(row[t:]) for t, row in enumerate(rows)]


def best_alone(rows):
    """Return all weight for the largest score."""
    seen = [row[: t + 1] for t, row in enumerate(rows)]
    return [[float(s == one.index(max(one))) for s in range(len(rows))] for one in seen]


def alike(rows):
    """Return equal weights for all keys up to each query's own."""
    return [[1 / (t + 1)] * (t + 1) + [0.0] * (len(rows) - t - 1) for t in range(len(rows))]


def not_shared_out(rows):
    """Return the exponentials, not divided by their sum."""
    return [
        [math.exp(z) if s <= t else 0.0 for s, z in enumerate(row)] for t, row in enumerate(rows)
    ]


def unscaled_softmax(rows):
    """Return the scores themselves for weights."""
    return [[z * (s <= t) for s, z in enumerate(row)] for t, row in enumerate(rows)]


def down_the_columns(rows):
    """Return softmax over the queries of each key."""
    seen = [[z if s <= t else -math.inf for s, z in enumerate(row)] for t, row in enumerate(rows)]
    columns = [softmax(column) for column in zip(*seen, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)]


def mix(weights, v):
    """Return for each row of weights the values mixed with it."""
    return [
        [sum(w * x for w, x in zip(row, axis, strict=True)) for axis in zip(*v, strict=True)]
        for row in weights
    ]


def causal_attention(q, k, v):
    """Return, for each query, the values of its own and all earlier places, mixed."""
    return mix(causal(scores(q, k)), v)


def _by_width(q, k, v):
    return mix(causal(scores(q, k, divisor=len(q[0]))), v)


def _keys_mixed(q, k, v):
    return mix(causal(scores(q, k)), k)


def _cases():
    draw = random.Random(10)

    def vectors(count, width):
        return [[draw.randint(-4, 4) / 2 for _ in range(width)] for _ in range(count)]

    def case(T, d, width, note):
        return Case({"q": vectors(T, d), "k": vectors(T, d), "v": vectors(T, width)}, note)

    return [
        case(3, 2, 5, "three places, values wider than keys"),
        case(5, 4, 2, "five places"),
        case(3, 3, 3, "all sizes equal"),
        case(1, 2, 3, "a single place"),
    ]


EXERCISE = Exercise(
    id="attention-causal",
    title="Causal attention",
    minutes=15,
    difficulty="medium",
    kind="function",
    reference=causal_attention,
    cases=_cases,
    misconceptions=(
        Misconception("no root", NO_ROOT, lambda q, k, v: mix(causal(scores(q, k, divisor=1)), v)),
        Misconception(
            "the width for its root",
            "You divided by the width. A dot product of d random numbers spreads like the root of "
            "d, and that is what is divided away.",
            _by_width,
        ),
        Misconception(
            "a look ahead",
            LOOKS_AHEAD,
            lambda q, k, v: mix([softmax(row) for row in scores(q, k)], v),
        ),
        Misconception(
            "masked after the softmax",
            MASKED_LATE,
            lambda q, k, v: mix(masked_late(scores(q, k)), v),
        ),
        Misconception(
            "a score of zero for a mask",
            ZERO_SCORE,
            lambda q, k, v: mix(zero_score(scores(q, k)), v),
        ),
        Misconception("the keys ask", KEYS_ASK, lambda q, k, v: mix(causal(scores(k, q)), v)),
        Misconception(
            "keys for values",
            "You mixed the keys. A key decides how much is taken; what is taken is the value.",
            _keys_mixed,
        ),
        Misconception(
            "a position that does not see itself",
            WITHOUT_ITSELF,
            lambda q, k, v: mix(without_itself(scores(q, k)), v),
            also=(
                lambda q, k, v: [
                    [0.0] * len(v[0]),
                    *mix(without_itself(scores(q, k)), v)[1:],
                ],
            ),
        ),
        Misconception(
            "the mask the wrong way round",
            LATER_ONLY,
            lambda q, k, v: mix(later_only(scores(q, k)), v),
        ),
        Misconception(
            "not divided by the sum",
            NOT_SHARED_OUT,
            lambda q, k, v: mix(not_shared_out(scores(q, k)), v),
        ),
        Misconception(
            "scores for weights",
            NO_SOFTMAX,
            lambda q, k, v: mix(unscaled_softmax(scores(q, k)), v),
        ),
        Misconception(
            "softmax down the columns",
            "Your softmax runs over the queries of a key. A query shares out its attention over "
            "the keys.",
            lambda q, k, v: mix(down_the_columns(scores(q, k)), v),
        ),
        Misconception(
            "the best key alone",
            "You took the value of the key with the largest score. Attention mixes: every key that "
            "is seen gets a share.",
            lambda q, k, v: mix(best_alone(scores(q, k)), v),
        ),
        Misconception(
            "equal shares",
            "You averaged the values that a position sees. The scores decide how much of each is "
            "taken.",
            lambda q, k, v: mix(alike(q), v),
        ),
        Misconception(
            "the root of another width",
            "You divided by the root of the values' width. It is the width of queries and keys "
            "that makes a dot product large.",
            lambda q, k, v: mix(causal(scores(q, k, divisor=math.sqrt(len(v[0])))), v),
        ),
        Misconception(
            "the root of the length",
            "You divided by the root of the number of positions. It is the width of queries and "
            "keys that makes a dot product large.",
            lambda q, k, v: mix(causal(scores(q, k, divisor=math.sqrt(len(q)))), v),
        ),
        Misconception(
            "multiplied by the root",
            "You multiplied the dot products by the root of their width. Divide by it.",
            lambda q, k, v: mix(causal(scores(q, k, divisor=1 / math.sqrt(len(q[0])))), v),
        ),
        Misconception(
            "the weights for the mix",
            "You returned the weights. What comes out is the values, mixed by them.",
            lambda q, k, v: causal(scores(q, k)),
        ),
    ),
    hints=(
        "Do the first position by hand. How many keys may it see, and what is its output?",
        "For position t: scores with the keys 0 to t, softmax over these, then the sum of the "
        "values 0 to t times their weights.",
        "`q[t]` with `k[s]` for s up to t, divided by `math.sqrt(len(q[t]))`. Subtract the largest "
        "score before `math.exp`. Each entry of the output is a sum over s.",
    ),
)
