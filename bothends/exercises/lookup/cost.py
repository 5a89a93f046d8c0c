"""What the one-hot product costs, in numbers."""

from bothends.exercises.engine.exercise import Case, Exercise, Misconception


def cost(B, T, V, D):
    """Return the numbers in the one-hot tensor, the product's multiplications, numbers copied."""
    return [B * T * V, B * T * V * D, B * T * D]


EXERCISE = Exercise(
    id="lookup-cost",
    title="What the one-hot product costs",
    minutes=5,
    difficulty="easy",
    kind="function",
    reference=cost,
    cases=lambda: [
        Case({"B": 2, "T": 3, "V": 7, "D": 5}, "small enough to draw"),
        Case({"B": 2, "T": 8, "V": 50_000, "D": 4096}, "the chapter's batch"),
        Case({"B": 4, "T": 4, "V": 4, "D": 4}, "all sizes equal"),
        Case({"B": 5, "T": 2, "V": 11, "D": 3}, "a short text"),
    ],
    misconceptions=(
        Misconception(
            "only the ones counted",
            "You counted one number for each token in the one-hot tensor. The zeros are stored "
            "too: V numbers a token.",
            lambda B, T, V, D: [B * T, B * T * V * D, B * T * D],
        ),
        Misconception(
            "one multiplication for each output",
            "You counted the outputs of the product. Each of them is a sum over V products, "
            "nearly all of them with zero.",
            lambda B, T, V, D: [B * T * V, B * T * D, B * T * D],
        ),
        Misconception(
            "the width left out",
            "You multiplied each one-hot number once. It meets a whole row of the table, D "
            "numbers.",
            lambda B, T, V, D: [B * T * V, B * T * V, B * T * D],
        ),
        Misconception(
            "the whole table copied",
            "You copied all V rows. A lookup copies the rows that are asked for, one for each "
            "token, however long the table is.",
            lambda B, T, V, D: [B * T * V, B * T * V * D, V * D],
        ),
        Misconception(
            "the batch left out",
            "You counted one sequence. There are B of them.",
            lambda B, T, V, D: [T * V, T * V * D, T * D],
        ),
        Misconception(
            "the one-hot tensor copied",
            "You say that a lookup copies as many numbers as the one-hot tensor has. It copies "
            "rows of the table, D numbers for each token.",
            lambda B, T, V, D: [B * T * V, B * T * V * D, B * T * V],
        ),
        Misconception(
            "ids counted for numbers",
            "You counted one copied number for each id. A lookup copies a whole row for it.",
            lambda B, T, V, D: [B * T * V, B * T * V * D, B * T],
        ),
        Misconception(
            "a square one-hot tensor",
            "Your one-hot tensor has a row for each of the V words. It has one for each token of "
            "the batch, B T of them.",
            lambda B, T, V, D: [V * V, B * T * V * D, B * T * D],
        ),
        Misconception(
            "the width for the vocabulary",
            "Your one-hot tensor has D numbers for each token. It has V, one for each row of the "
            "table.",
            lambda B, T, V, D: [B * T * D, B * T * V * D, B * T * D],
        ),
        Misconception(
            "additions counted too",
            "You counted the additions as well. Asked for are the multiplications.",
            lambda B, T, V, D: [B * T * V, 2 * B * T * V * D, B * T * D],
            also=(lambda B, T, V, D: [B * T * V, (2 * V - 1) * B * T * D, B * T * D],),
        ),
        Misconception(
            "sizes added",
            "You added sizes. A tensor of shape (B, T, V) holds their product.",
            lambda B, T, V, D: [B + T + V, B + T + V + D, B + T + D],
        ),
        Misconception(
            "the table copied as well",
            "You counted the table among what is copied. The lookup copies the rows that it reads.",
            lambda B, T, V, D: [B * T * V, B * T * V * D, B * T * D + V * D],
        ),
    ),
    parts=("the numbers of the one-hot tensor", "the multiplications", "the numbers copied"),
    hints=(
        "Write down the three shapes first: one-hot, table, result.",
        "A product (N, V) @ (V, D) has N D outputs. How many multiplications does one output take?",
        "The one-hot tensor is (B, T, V). The result is (B, T, D), and the lookup copies just "
        "that many numbers.",
    ),
)
