"""The bytes at the output for three batches, by hand."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs

MIB = 2**20
BATCHES = ((4, 1024, 32_768, 512), (2, 2048, 65_536, 2048), (16, 512, 131_072, 1024))


def _exact(number, unit):
    return number / unit if number % unit else number // unit


def _rows(*, batched=True, unit=MIB, hidden_bytes=2, logits_bytes=2, training_bytes=8):
    rows = []
    for B, T, V, D in BATCHES:
        positions = B * T if batched else T
        sizes = (hidden_bytes * D, logits_bytes * V, training_bytes * V)
        rows.append([_exact(positions * size, unit) for size in sizes])
    return rows


EXERCISE = Exercise(
    id="memory-sizes",
    title="Bytes at the output",
    minutes=6,
    difficulty="easy",
    kind="table",
    reference=_rows,
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "the batch left out",
            "You counted one sequence. There are B of them, with T positions each.",
            lambda: _rows(batched=False),
        ),
        Misconception(
            "MB for MiB",
            "You divided by 1,000,000. That is MB; a MiB is 2 to the power 20, which is 1,048,576 "
            "bytes.",
            lambda: _rows(unit=10**6),
            also=tuple(
                lambda digits=digits: [[round(x, digits) for x in row] for row in _rows(unit=10**6)]
                for digits in range(4)
            ),
        ),
        Misconception(
            "bytes for MiB",
            "You counted bytes. A MiB is 2 to the power 20 of them.",
            lambda: _rows(unit=1),
        ),
        Misconception(
            "half of the third column",
            "Your third column is half of what it takes. A float32 number takes 4 bytes, and "
            "there are two tensors of that shape at one time, the logits and their gradient.",
            lambda: _rows(training_bytes=4),
        ),
        Misconception(
            "the third column like the second",
            "Your third column repeats the second. It asks for float32, and for two tensors of "
            "that shape.",
            lambda: _rows(training_bytes=2),
        ),
        Misconception(
            "float32 in the second column",
            "You gave the logits of the second column 4 bytes each. In bfloat16 they take 2.",
            lambda: _rows(logits_bytes=4),
        ),
        Misconception(
            "the hidden states in float32",
            "You gave each number of the hidden states 4 bytes. In bfloat16 it takes 2.",
            lambda: _rows(hidden_bytes=4),
        ),
        Misconception(
            "width and vocabulary exchanged",
            "Your columns have each other's sizes: a hidden state has D numbers, and V logits come "
            "of it.",
            lambda: [
                [_exact(B * T * n, MIB) for n in (2 * V, 2 * D, 8 * D)] for B, T, V, D in BATCHES
            ],
        ),
        Misconception(
            "numbers for bytes",
            "You counted numbers, not bytes: 2 for each in bfloat16, and 4 in float32.",
            lambda: _rows(hidden_bytes=1, logits_bytes=1, training_bytes=2),
        ),
        Misconception(
            "the table for the hidden states",
            "Your first column holds the table, V rows of D. Asked for are the hidden states, one "
            "for each position.",
            lambda: [
                [_exact(2 * V * D, MIB), *rest]
                for (B, T, V, D), (_, *rest) in zip(BATCHES, _rows(), strict=True)
            ],
        ),
    ),
    parts=("the first batch", "the second batch", "the third batch"),
    columns=("the hidden states", "the logits in bfloat16", "the logits and their gradient"),
    column_rules=(
        "Column 0: the hidden states have B T D numbers, of 2 bytes.",
        "Column 1: the logits have B T V numbers, of 2 bytes.",
        "Column 2: two tensors of B T V numbers, of 4 bytes.",
    ),
    hints=(
        "How many positions has each batch? A position has D numbers before the head and V after.",
        "The three batches have 4,096, 4,096 and 8,192 positions. A bfloat16 number takes 2 "
        "bytes, a float32 number 4; a MiB has 2 to the power 20 bytes.",
        "4,096 positions are 2 to the power 12. With one bfloat16 number each they take 8 KiB, "
        "and 128 numbers each make a MiB.",
    ),
)
