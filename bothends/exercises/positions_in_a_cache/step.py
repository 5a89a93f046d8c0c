"""One step of cached decoding, in a single head."""

import math
import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain

BASE = 10_000


def cached_step(q, k, v, cached_k, cached_v):
    """Return the outputs of the new tokens, one query, key and pair of channels at a time."""
    return _attend(q, k, v, cached_k, cached_v)


def _turned(x, position):
    """Turn channel i towards channel i + d/2 by position * BASE^(-2i/d)."""
    half = len(x) // 2
    angles = [position * BASE ** (-i / half) for i in range(half)]
    pairs = list(zip(x[:half], x[half:], angles, strict=True))
    first = [a * math.cos(t) - b * math.sin(t) for a, b, t in pairs]
    return first + [a * math.sin(t) + b * math.cos(t) for a, b, t in pairs]


def _attend(q, k, v, cached_k, cached_v, *, place=None, seen=None, scaled=True):
    """Attend with `place(T0, t)` for the position and `seen(T0, t)` for the keys in view."""
    q, k, v, cached_k, cached_v = map(plain, (q, k, v, cached_k, cached_v))
    T0 = len(cached_k)
    place = place or (lambda T0, t: T0 + t)
    seen = seen or (lambda T0, t: T0 + t + 1)
    where = [place(T0, t) for t in range(len(q))]
    queries, new = ([_turned(x, n) for x, n in zip(rows, where, strict=True)] for rows in (q, k))
    keys, values = cached_k + new, cached_v + v
    scale = len(q[0]) ** -0.5 if scaled else 1
    return [_mix(x, keys[: seen(T0, t)], values, scale) for t, x in enumerate(queries)]


def _mix(query, keys, values, scale):
    scores = [scale * sum(a * b for a, b in zip(query, key, strict=True)) for key in keys]
    powers = [math.exp(score - max(scores)) for score in scores]
    columns = zip(*values[: len(keys)], strict=True)
    return [sum(p * x for p, x in zip(powers, xs, strict=True)) / sum(powers) for xs in columns]


def _from_zero(*inputs):
    return _attend(*inputs, place=lambda T0, t: t)


def _one_position(*inputs):
    return _attend(*inputs, place=lambda T0, t: T0)


def _one_too_far(*inputs):
    return _attend(*inputs, place=lambda T0, t: T0 + t + 1)


def _unmasked(q, *others):
    return _attend(q, *others, seen=lambda T0, t: T0 + len(q))


def _top_left(*inputs):
    return _attend(*inputs, seen=lambda T0, t: t + 1)


def _without_itself(*inputs):
    return _attend(*inputs, seen=lambda T0, t: max(1, T0 + t))


def _cached_twice(q, k, v, cached_k, cached_v):
    again = [_turned(key, n) for n, key in enumerate(plain(cached_k))]
    return _attend(q, k, v, again, cached_v)


def _new_keys_raw(q, k, v, cached_k, cached_v):
    first = len(cached_k)
    turned_back = [_turned(key, -first - t) for t, key in enumerate(plain(k))]
    return _attend(q, turned_back, v, cached_k, cached_v)


def _unscaled(*inputs):
    return _attend(*inputs, scaled=False)


def _back(rows, place):
    """Turn rows back by the position that `place` gives them, so that a later turn cancels."""
    return [_turned(x, -place(t)) for t, x in enumerate(plain(rows))]


def _queries_raw(q, k, v, cached_k, cached_v):
    T0 = len(cached_k)
    return _attend(_back(q, lambda t: T0 + t), k, v, cached_k, cached_v)


def _nothing_turned(q, k, v, cached_k, cached_v):
    T0 = len(cached_k)
    return _attend(*(_back(x, lambda t: T0 + t) for x in (q, k)), v, cached_k, cached_v)


def _values_turned(q, k, v, cached_k, cached_v):
    T0 = len(cached_k)
    return _attend(q, k, [_turned(x, T0 + t) for t, x in enumerate(plain(v))], cached_k, cached_v)


def _the_other_way(q, k, v, cached_k, cached_v):
    T0 = len(cached_k)
    q, k = (_back(x, lambda t: 2 * (T0 + t)) for x in (q, k))
    return _attend(q, k, v, cached_k, cached_v)


def _only_new(q, k, v, cached_k, cached_v):
    q, k, v = map(plain, (q, k, v))
    T0, scale = len(cached_k), len(q[0]) ** -0.5
    queries, new = ([_turned(x, T0 + t) for t, x in enumerate(rows)] for rows in (q, k))
    return [_mix(x, new[: t + 1], v, scale) for t, x in enumerate(queries)]


def _new_first(q, k, v, cached_k, cached_v):
    q, k, v, cached_k, cached_v = map(plain, (q, k, v, cached_k, cached_v))
    T0 = len(cached_k)
    queries, new = ([_turned(x, T0 + t) for t, x in enumerate(rows)] for rows in (q, k))
    keys, values, scale = new + cached_k, v + cached_v, len(q[0]) ** -0.5
    return [_mix(x, keys[: T0 + t + 1], values, scale) for t, x in enumerate(queries)]


def _only_cached(q, k, v, cached_k, cached_v):
    return _attend(q, k, v, cached_k, cached_v, seen=lambda T0, t: T0)


def _width_for_its_root(q, k, v, cached_k, cached_v):
    root = len(plain(q)[0]) ** 0.5
    smaller = [[x / root for x in row] for row in plain(q)]
    return _attend(smaller, k, v, cached_k, cached_v)


def _queries_from_zero(q, k, v, cached_k, cached_v):
    T0 = len(cached_k)
    return _attend(_back(q, lambda t: T0), k, v, cached_k, cached_v)


def _keys_from_zero(q, k, v, cached_k, cached_v):
    T0 = len(cached_k)
    return _attend(q, _back(k, lambda t: T0), v, cached_k, cached_v)


def _values_ask(q, k, v, cached_k, cached_v):
    return _attend(q, v, k, cached_v, cached_k)


def _cases():
    draw = random.Random(14)

    def case(T0, T, d, note, dtype="float32"):
        def rows(n):
            return [[draw.randint(-4, 4) / 2 for _ in range(d)] for _ in range(n)]

        names = {"q": T, "k": T, "v": T, "cached_k": T0, "cached_v": T0}
        return Case({name: rows(n) for name, n in names.items()}, note, dtype)

    return [
        case(3, 2, 4, "three tokens in the cache, two new"),
        case(5, 1, 4, "one new token, float64", "float64"),
        case(2, 4, 6, "a longer piece"),
        case(4, 4, 4, "all sizes equal"),
    ]


EXERCISE = Exercise(
    id="cache-decoding",
    title="Cached decoding",
    minutes=15,
    difficulty="hard",
    kind="function",
    reference=cached_step,
    cases=_cases,
    misconceptions=(
        Misconception(
            "new tokens at zero",
            "Your new tokens begin at position 0 again. The cache holds the tokens before them: "
            "count on from there.",
            _from_zero,
        ),
        Misconception(
            "one position for the piece",
            "All your new tokens stand at one position. The offset is right for the first of "
            "them, and each further one stands a step further on.",
            _one_position,
        ),
        Misconception(
            "one position too far",
            "Your new tokens stand one step too far from the cached ones. Positions count from 0, "
            "so the first free one equals the number of cached tokens.",
            _one_too_far,
        ),
        Misconception(
            "a look ahead",
            "Your first new token sees the later ones. One new token needs no mask, several do.",
            _unmasked,
        ),
        Misconception(
            "the triangle at the first key",
            "Your mask counts queries and keys from their first entries, as `is_causal=True` "
            "does. The queries belong to the last keys: all cached keys are in their past.",
            _top_left,
        ),
        Misconception(
            "a token that does not see itself",
            "Your mask stops one key too early: a token sees those before it and itself.",
            _without_itself,
        ),
        Misconception(
            "cached keys turned again",
            "You turned the cached keys. They were turned when they entered the cache, each by "
            "its own position.",
            _cached_twice,
        ),
        Misconception(
            "new keys left raw",
            "You turned the new queries and left the new keys as they came. A key is turned by "
            "its own position too, before it meets a query or enters the cache.",
            _new_keys_raw,
        ),
        Misconception(
            "the square root left out",
            "Your scores are not divided by the square root of d.",
            _unscaled,
        ),
        Misconception(
            "queries left raw",
            "Queries left raw: they stand at T0 too, and further on. You turned the new keys "
            "alone.",
            _queries_raw,
        ),
        Misconception(
            "nothing turned",
            "You turned neither queries nor new keys. The cached keys are turned, and only vectors "
            "that are turned alike can meet.",
            _nothing_turned,
        ),
        Misconception(
            "values turned",
            "Values are added up, never rotated. You turned the new ones.",
            _values_turned,
        ),
        Misconception(
            "turned the other way",
            "You turned the new tokens with the other sign. The cache was made with sign +.",
            _the_other_way,
        ),
        Misconception(
            "the new tokens alone",
            "Your queries see the new keys alone. The cached ones are their past.",
            _only_new,
        ),
        Misconception(
            "the cached tokens alone",
            "Your queries see the cached keys alone. A token sees itself and the new ones before "
            "it, too.",
            _only_cached,
        ),
        Misconception(
            "the new ones in front",
            "You put the new keys and values before the cached ones. They come behind them.",
            _new_first,
        ),
        Misconception(
            "the width for its root",
            "You divided by the width. It is the root of the width that is divided away.",
            _width_for_its_root,
        ),
        Misconception(
            "queries at zero",
            "Your queries begin at position 0 again, and your keys do not. Both go on from the "
            "cache.",
            _queries_from_zero,
        ),
        Misconception(
            "keys at zero",
            "Your new keys begin at position 0 again, and your queries do not. Both go on from the "
            "cache.",
            _keys_from_zero,
        ),
        Misconception(
            "keys and values exchanged",
            "You compared queries with values and mixed keys. A key decides how much is taken, and "
            "what is taken is the value.",
            _values_ask,
        ),
    ),
    hints=(
        "Which position has the first new token, if the cache holds T0 of them?",
        "Turn the new queries and keys; then append the keys and values to the cached ones. New "
        "token t may look at the first T0 + t + 1 of them.",
        "The mask is `torch.arange(T0 + T) <= where[:, None]`, with `where` the new positions. "
        "Fill the scores outside it with -inf, then softmax, then times the values.",
    ),
    gives="tensors",
    dtype_of="q",
    rtol=1e-4,
    atol=1e-6,
)
