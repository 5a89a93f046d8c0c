"""The numbers of a model from its depth and its vocabulary."""

from bothends.exercises.engine.exercise import Case, Exercise, Misconception


def _up(number, multiple):
    return (number + multiple - 1) // multiple * multiple


def model_numbers(depth, vocab_size):
    """Return width, heads and rows: 64 a block rounded up to heads of 128; rows of 64."""
    width = _up(64 * depth, 128)
    return [width, width // 128, _up(vocab_size, 64)]


def _down(depth, vocab_size):
    width = max(64 * depth // 128 * 128, 128)
    return [width, width // 128, _up(vocab_size, 64)]


def _always_one_more(depth, vocab_size):
    width = (64 * depth // 128 + 1) * 128
    return [width, width // 128, (vocab_size // 64 + 1) * 64]


def _six_heads(depth, vocab_size):
    width, _, rows = model_numbers(depth, vocab_size)
    return [width, 6, rows]


def _one_multiple(depth, vocab_size):
    width, heads, _ = model_numbers(depth, vocab_size)
    return [width, heads, _up(vocab_size, 128)]


EXERCISE = Exercise(
    id="input-model-numbers",
    title="A model's numbers",
    minutes=6,
    difficulty="easy",
    kind="function",
    reference=model_numbers,
    cases=lambda: [
        Case({"depth": 13, "vocab_size": 32_769}, "odd depth, one id too many"),
        Case({"depth": 12, "vocab_size": 32_768}, "the defaults"),
        Case({"depth": 20, "vocab_size": 50_257}, "the training script's depth, GPT-2's ids"),
        Case({"depth": 1, "vocab_size": 1}, "as small as can be"),
        Case({"depth": 7, "vocab_size": 1000}, "nearly a whole multiple"),
    ],
    misconceptions=(
        Misconception(
            "rounded down",
            "You rounded the width down, so a model of odd depth is too narrow. It is rounded up "
            "to whole heads.",
            _down,
        ),
        Misconception(
            "not rounded",
            "Your width is 64 for each block, whatever comes out. With an odd depth, heads of 128 "
            "do not split it.",
            lambda depth, vocab_size: [64 * depth, 64 * depth // 128, _up(vocab_size, 64)],
            also=(
                lambda depth, vocab_size: [64 * depth, *model_numbers(depth, vocab_size)[1:]],
                lambda depth, vocab_size: [64 * depth, depth / 2, _up(vocab_size, 64)],
            ),
        ),
        Misconception(
            "always one more",
            "An exact multiple stays as it is. You added another head, or another 64 rows, where "
            "nothing was missing.",
            _always_one_more,
        ),
        Misconception(
            "six heads for all",
            "Six is the number of heads at depth 12. Heads keep their width of 128, so a wider "
            "model has more of them.",
            _six_heads,
        ),
        Misconception(
            "rows without padding",
            "Your tables have a row for each id and no more. Their rows are a multiple of 64.",
            lambda depth, vocab_size: [*model_numbers(depth, vocab_size)[:2], vocab_size],
        ),
        Misconception(
            "rows in heads",
            "You rounded the rows to a multiple of 128. That is the width of a head; rows come in "
            "multiples of 64.",
            _one_multiple,
        ),
        Misconception(
            "heads of 64",
            "Your heads are 64 wide. In this model a head has 128 numbers.",
            lambda depth, vocab_size: [64 * depth, depth, _up(vocab_size, 64)],
            also=(
                lambda depth, vocab_size: [_up(64 * depth, 128), depth, _up(vocab_size, 64)],
                lambda depth, vocab_size: [
                    _up(64 * depth, 128),
                    _up(64 * depth, 128) // 64,
                    _up(vocab_size, 64),
                ],
            ),
        ),
        Misconception(
            "a whole head for each block",
            "You took 128 of width for each block. It is 64; 128 is the width of a head.",
            lambda depth, vocab_size: [128 * depth, depth, _up(vocab_size, 64)],
        ),
        Misconception(
            "rows rounded down",
            "You rounded the rows down, so the last ids have none. They are rounded up.",
            lambda depth, vocab_size: [
                *model_numbers(depth, vocab_size)[:2],
                max(vocab_size // 64 * 64, 64),
            ],
            also=(
                lambda depth, vocab_size: [
                    *model_numbers(depth, vocab_size)[:2],
                    vocab_size // 64 * 64,
                ],
            ),
        ),
        Misconception(
            "rounded to the nearest",
            "You rounded to the nearest multiple. Rows and heads are rounded up, however little is "
            "too much.",
            lambda depth, vocab_size: [
                *model_numbers(depth, vocab_size)[:2],
                64 * round(vocab_size / 64),
            ],
        ),
        Misconception(
            "multiples for rows",
            "Your third number counts blocks of 64 rows. Asked for are the rows.",
            lambda depth, vocab_size: [
                *model_numbers(depth, vocab_size)[:2],
                _up(vocab_size, 64) // 64,
            ],
        ),
    ),
    parts=("the width", "the heads", "the rows"),
    hints=(
        "How many heads of 128 does a width of 64 times 13 need?",
        "Rounding up to a multiple is the same step twice: once to 128 for the width, once to 64 "
        "for the rows.",
        "`-(-n // m) * m` rounds a whole number n up to a multiple of m. Heads are the width "
        "divided by 128.",
    ),
)
