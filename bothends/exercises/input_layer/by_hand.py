"""A table of causal weights by hand."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs
from bothends.exercises.head_and_loss.softmax import softmax
from bothends.exercises.input_layer import attention

Q = [[1, 1, 0, 0], [1, -1, 0, 0], [1, 1, 1, 1]]
K = [[1, 1, 0, 0], [2, 0, 0, 0], [1, 1, 1, 1]]
SCORES = attention.scores(Q, K)


def _down():
    columns = [softmax(column) for column in zip(*SCORES, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)]


EXERCISE = Exercise(
    id="attention-weights-by-hand",
    title="Causal weights by hand",
    minutes=8,
    difficulty="easy",
    kind="table",
    reference=lambda: attention.causal(SCORES),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "no root",
            attention.NO_ROOT,
            lambda: attention.causal(attention.scores(Q, K, divisor=1)),
        ),
        Misconception(
            "a look ahead", attention.LOOKS_AHEAD, lambda: [softmax(row) for row in SCORES]
        ),
        Misconception(
            "masked after the softmax",
            attention.MASKED_LATE,
            lambda: attention.masked_late(SCORES),
        ),
        Misconception(
            "a score of zero for a mask", attention.ZERO_SCORE, lambda: attention.zero_score(SCORES)
        ),
        Misconception(
            "softmax down the columns",
            "Your columns sum to 1. A query shares out its attention over the keys, so it is each "
            "row that sums to 1.",
            _down,
        ),
        Misconception(
            "the keys ask",
            attention.KEYS_ASK,
            lambda: attention.causal(attention.scores(K, Q)),
        ),
        Misconception(
            "two decimals",
            "Your weights are right to two decimals. Asked for are three.",
            lambda: [[round(weight, 2) for weight in row] for row in attention.causal(SCORES)],
        ),
        Misconception(
            "the width for its root",
            "You divided by 4, the width. It is the root of the width that is divided away, 2.",
            lambda: attention.causal(attention.scores(Q, K, divisor=4)),
        ),
        Misconception(
            "a position that does not see itself",
            attention.WITHOUT_ITSELF,
            lambda: attention.without_itself(SCORES),
            also=(lambda: [[0, 0, 0], *attention.without_itself(SCORES)[1:]],),
        ),
        Misconception(
            "the mask the wrong way round",
            attention.LATER_ONLY,
            lambda: attention.later_only(SCORES),
        ),
        Misconception(
            "not divided by the sum",
            attention.NOT_SHARED_OUT,
            lambda: attention.not_shared_out(SCORES),
        ),
        Misconception(
            "scores for weights",
            attention.NO_SOFTMAX,
            lambda: attention.unscaled_softmax(SCORES),
        ),
        Misconception(
            "scores shared out without the exponential",
            "You divided each score by the sum of its row. Softmax takes the exponential first.",
            lambda: [[1, 0, 0], [0, 1, 0], [0.25, 0.25, 0.5]],
        ),
        Misconception(
            "equal shares",
            "You gave every key that is seen the same weight. The scores decide how much each one "
            "gets.",
            lambda: attention.alike(SCORES),
        ),
        Misconception(
            "softmax down the masked columns",
            "Your columns sum to 1. A query shares out its attention over the keys, so it is each "
            "row that sums to 1.",
            lambda: attention.down_the_columns(SCORES),
        ),
    ),
    parts=("the first query", "the second query", "the third query"),
    hints=(
        "Which keys may the first query see? That row needs no arithmetic.",
        "The width is 4, so each dot product is divided by 2 before the exponential.",
        "The second query has the scores 0 and 1 with the keys that it sees, the third has 1, 1 "
        "and 2. Divide each exponential by the sum of its row.",
    ),
    rtol=0.0,
    atol=1e-3,
)
