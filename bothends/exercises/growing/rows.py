"""How many rows a padded table has, by hand."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs

TOKENS = [1000, 1024, 1025]
MULTIPLE = 64


def _table(rounded, multiple=MULTIPLE):
    rows = [rounded(tokens / multiple) * multiple for tokens in TOKENS]
    return [[n, n - tokens] for n, tokens in zip(rows, TOKENS, strict=True)]


def _up(blocks):
    return -int(-blocks // 1)


def _next_power(blocks):
    power = 1
    while power < blocks:
        power *= 2
    return power


def _second_column(number):
    return [[rows, number(tokens)] for (rows, _), tokens in zip(_table(_up), TOKENS, strict=True)]


EXERCISE = Exercise(
    id="growing-rows",
    title="Rows of a padded table",
    minutes=4,
    difficulty="easy",
    kind="table",
    reference=lambda: _table(_up),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "an exact multiple grows",
            "You added a block in every case. If the tokens fill their blocks exactly, no block "
            "is missing; this is the formula (n // m + 1) * m.",
            lambda: _table(lambda blocks: int(blocks) + 1),
        ),
        Misconception(
            "rounded down",
            "Some of your tables have fewer rows than tokens. The last tokens need a row as well.",
            lambda: _table(int),
        ),
        Misconception(
            "rounded to the nearest",
            "You took the nearest multiple. One token too many needs a whole block more, however "
            "near the lower multiple is.",
            lambda: _table(round),
        ),
        Misconception(
            "powers of two",
            "You rounded to a power of two. Asked for is the next multiple of 64.",
            lambda: _table(_next_power),
        ),
        Misconception(
            "no padding",
            "You gave one row to each token and none to padding.",
            lambda: [[tokens, 0] for tokens in TOKENS],
        ),
        Misconception(
            "another multiple",
            "Your numbers of rows are multiples of another number. Asked for is the next multiple "
            "of 64.",
            lambda: _table(_up, 128),
            also=tuple(lambda n=n: _table(_up, n) for n in (8, 16, 32, 100, 256)),
        ),
        Misconception(
            "one multiple of padding for all",
            "You added 64 rows to each table. Padding fills up to a multiple of 64, and no "
            "further.",
            lambda: [[tokens + MULTIPLE, MULTIPLE] for tokens in TOKENS],
        ),
        Misconception(
            "what is left over taken for padding",
            "Your second column holds how many tokens stand in the last block. Padding is what the "
            "block still lacks.",
            lambda: _second_column(lambda tokens: tokens % MULTIPLE),
        ),
        Misconception(
            "tokens for padding",
            "Your second column repeats the tokens. Padding is what the rows are more than these.",
            lambda: _second_column(lambda tokens: tokens),
        ),
    ),
    parts=("the first tokenizer", "the second tokenizer", "the third tokenizer"),
    columns=("the rows", "the padding"),
    hints=(
        "How many whole blocks of 64 fit into the tokens, and is anything left over?",
        "If something is left over, one block more is needed. If nothing is, none.",
        "1024 is 16 times 64. The other two lie just below and just above it.",
    ),
)
