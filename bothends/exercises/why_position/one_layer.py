"""What one causal layer can tell: the word, and the bag of words before it."""

import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain


def changed(first, second):
    """Return, for each word of `first`, whether its bag of earlier words differs in `second`."""
    return _compared(first, second, lambda words, at: set(words[:at]))


def _compared(first, second, seen):
    first, second = plain(first), plain(second)
    return [seen(first, at) != seen(second, second.index(word)) for at, word in enumerate(first)]


def _moved(first, second):
    return _compared(first, second, lambda words, at: at)


def _in_order(first, second):
    return _compared(first, second, lambda words, at: words[:at])


def _neighbour(first, second):
    return _compared(first, second, lambda words, at: words[max(at - 1, 0) : at])


def _no_mask(first, second):
    return _compared(first, second, lambda words, at: set(words))


def _same_place(first, second):
    first, second = plain(first), plain(second)
    return [set(first[:at]) != set(second[:at]) for at in range(len(first))]


def _inverted(first, second):
    return [not one for one in changed(first, second)]


def _sums(first, second):
    return _compared(first, second, lambda words, at: (at, sum(words[:at])))


def _cases():
    draw = random.Random(11)
    words = list(range(3, 10))
    return [
        Case({"first": [1, 3, 2, 5, 4, 0], "second": [1, 4, 2, 5, 3, 0]}, "six words"),
        Case({"first": [1, 3, 2, 0], "second": [2, 3, 1, 0]}, "the chapter's two sentences"),
        Case(
            {"first": [0, 3, 6, 1, 5, 2], "second": [1, 2, 6, 3, 5, 0]},
            "other words of the same sum",
        ),
        Case({"first": [1, 3, 2, 0], "second": [1, 3, 2, 0]}, "nothing moved"),
        Case({"first": words, "second": draw.sample(words, len(words))}, "seven words"),
        Case({"first": [7], "second": [7]}, "one word"),
        Case(
            {"first": [8, 2, 5, 1, 9, 4, 0, 6], "second": [2, 8, 5, 9, 1, 4, 6, 0]},
            "three pairs change places",
        ),
        Case(
            {"first": [4, 9, 1, 7, 2, 8, 3], "second": [7, 4, 9, 1, 2, 3, 8]},
            "one word comes to the front",
        ),
    ]


EXERCISE = Exercise(
    id="position-one-layer",
    title="What one causal layer can tell",
    minutes=10,
    difficulty="medium",
    kind="function",
    reference=changed,
    cases=_cases,
    misconceptions=(
        Misconception(
            "moved or not",
            "You asked whether the word stands in another place. A layer without positions does "
            "not know the place. It knows what it mixes.",
            _moved,
        ),
        Misconception(
            "the order before it",
            "You compared the earlier words in their order. One layer mixes them, and a mix with "
            "the same terms is the same. It takes a second layer to see their order.",
            _in_order,
        ),
        Misconception(
            "the word just before",
            "You compared one neighbour. The mask lets a word see all words before it, and itself.",
            _neighbour,
        ),
        Misconception(
            "no mask",
            "You let each word see the whole sentence. That is attention without a mask, and with "
            "it nothing changes.",
            _no_mask,
        ),
        Misconception(
            "a place compared with itself",
            "You compared what stands before a *place* in both sentences. Asked is about a "
            "*word*: look for the place where the second sentence has it.",
            _same_place,
            also=(
                lambda first, second: [
                    set(plain(first)[: at + 1]) != set(plain(second)[: at + 1])
                    for at in range(len(first))
                ],
            ),
        ),
        Misconception(
            "the same for changed",
            "All your answers are turned round: True is asked for where the state changes.",
            _inverted,
        ),
        Misconception(
            "the sum of the ids",
            "You compared sums of ids. Other words may have the same sum: compare which words "
            "they are.",
            _sums,
            also=(
                lambda first, second: _compared(
                    first, second, lambda words, at: sum(words[: at + 1])
                ),
                lambda first, second: _compared(first, second, lambda words, at: sum(words[:at])),
            ),
        ),
    ),
    hints=(
        "What does a word see through a causal mask, in one layer?",
        "Find each word of `first` in `second`. Compare what stands before it here and there, "
        "without regard to order.",
        "`set(first[:i])` and `set(second[:second.index(word)])`, for each `i, word`.",
    ),
)
