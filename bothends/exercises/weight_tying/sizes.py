"""The memory of a tied table for three vocabularies, by hand."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs

D = 4096
MIB = 2**20


def _table(
    vocabularies=(32_000, 64_000, 128_000), tables=1, unit=MIB, weight_bytes=2, moment_bytes=8
):
    counts = [tables * v * D for v in vocabularies]
    return [[n, _exact(weight_bytes * n, unit), _exact(moment_bytes * n, unit)] for n in counts]


def _exact(number, unit):
    return number / unit if number % unit else number // unit


EXERCISE = Exercise(
    id="tying-sizes",
    title="What a tied table costs",
    minutes=6,
    difficulty="easy",
    kind="table",
    reference=_table,
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "two tables",
            "You counted a table for each end. A tied model has one.",
            lambda: _table(tables=2),
        ),
        Misconception(
            "MB for MiB",
            "You divided by 1,000,000. That is MB; a MiB is 2 to the power 20, which is 1,048,576 "
            "bytes.",
            lambda: _table(unit=10**6),
            also=tuple(
                lambda digits=digits: [
                    [round(x, digits) for x in row] for row in _table(unit=10**6)
                ]
                for digits in range(4)
            ),
        ),
        Misconception(
            "half of the moments",
            "Your moments are half of what they take. Adam keeps two numbers for each parameter, "
            "a mean of the gradients and a mean of their squares, here with 4 bytes each.",
            lambda: _table(moment_bytes=4),
        ),
        Misconception(
            "weights in float32",
            "You gave each weight 4 bytes. In bfloat16 it takes 2.",
            lambda: _table(weight_bytes=4),
        ),
        Misconception(
            "a binary 32k",
            "You took powers of two. The vocabularies here are 32, 64 and 128 times 1,000.",
            lambda: _table(vocabularies=(32_768, 65_536, 131_072)),
        ),
        Misconception(
            "one moment, or two in bfloat16",
            "Your moments are a quarter of what they take: there are two of them, with 4 bytes for "
            "each number.",
            lambda: _table(moment_bytes=2),
        ),
        Misconception(
            "rows for parameters",
            "You counted rows. A row has 4096 parameters.",
            lambda: [[n // D, *rest] for n, *rest in _table()],
        ),
        Misconception(
            "weights and moments exchanged",
            "Your last two columns are exchanged: weights first, then moments.",
            lambda: [[n, moments, weights] for n, weights, moments in _table()],
        ),
        Misconception(
            "weights among the moments",
            "Your last column holds the weights as well. It asks for the moments alone.",
            lambda: _table(moment_bytes=10),
            also=(lambda: _table(moment_bytes=12),),
        ),
    ),
    parts=("the first vocabulary", "the second vocabulary", "the third vocabulary"),
    columns=("the parameters", "the weights", "the moments"),
    column_rules=(
        "Column 0: V times 4096 numbers.",
        "Column 1: 2 bytes for each parameter, over 2 to the power 20.",
        "Column 2: two moments of 4 bytes for each parameter, over 2 to the power 20.",
    ),
    hints=(
        "How many numbers has a table of V rows and 4096 columns?",
        "A bfloat16 number takes 2 bytes, a float32 number 4. Divide bytes by 2 to the power 20.",
        "4096 numbers of 2 bytes are 8,192 bytes a row, and 128 such rows are one MiB.",
    ),
)
