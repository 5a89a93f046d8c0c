"""Why nobody builds the one-hot tensor."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="lookup-why-not-build",
    title="Why nobody builds (B, T, V)",
    minutes=4,
    difficulty="easy",
    right=("B", "1"),
    claims={
        "A": (
            "other numbers expected",
            "Compute one row of this product by hand, for V = 4, and compare it with the row of "
            "the table, digit by digit.",
        ),
        "C": (
            "training thought to need the product",
            "A lookup serves training as well: `backward` brings the table the same gradient "
            "through either form, so this cannot be what sets the two apart.",
        ),
    },
    reasons={
        "2": (
            "right claim, reason of rounding",
            "If rounding set the two apart, they would not give the same numbers, and your claim"
            " says that they do.",
        ),
        "3": (
            "no gradient seen in a lookup",
            "The index has no gradient; the table has one. Each row that was read receives the "
            "upstream rows of its positions, which is chapter 04.",
        ),
        "4": (
            "vectors thought to be learned",
            "A one-hot vector is fixed by its id. What learns is the table behind it.",
        ),
    },
    pairs={
        ("A", "2"): (
            "rounding feared",
            "A matrix product usually rounds, so the suspicion is a good one. Compute one row of"
            " this product by hand: where could it round?",
        ),
        ("C", "3"): (
            "a lookup without a gradient",
            "The index has no gradient; the table has one. Each row that was read receives the "
            "upstream rows of its positions, which is chapter 04.",
        ),
        ("C", "4"): (
            "one-hot vectors that learn",
            "A one-hot vector is fixed by its id. What learns is the table behind it.",
        ),
    },
    hints=(
        "Compute one row of the product by hand, for V = 4. What do you add up?",
        "Compare the size of the one-hot tensor with the size of the result.",
        "Chapter 03 asserts that both forms agree bit for bit. What is left to speak against one"
        " of them?",
    ),
)
