"""Why nobody builds the one-hot tensor."""

from bothends.exercises.engine.exercise import Exercise, Misconception, choice, no_inputs

EXERCISE = Exercise(
    id="02-why-not-build",
    title="Why nobody builds (B, T, V)",
    minutes=4,
    difficulty="easy",
    kind="choice",
    reference=choice("B", "1"),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "rounding feared",
            "A matrix product usually rounds, so the suspicion is a good one. Compute one row of "
            "this product by hand: where could it round?",
            choice("A", "2"),
        ),
        Misconception(
            "a lookup without a gradient",
            "The index has no gradient; the table has one. Each row that was read receives the "
            "upstream rows of its positions, which is chapter 03.",
            choice("C", "3"),
        ),
        Misconception(
            "one-hot vectors that learn",
            "A one-hot vector is fixed by its id. What learns is the table behind it.",
            choice("C", "4"),
        ),
        Misconception(
            "right claim, reason of rounding",
            "If rounding set the two apart, they would not give the same numbers, and your "
            "claim says that they do.",
            choice("B", "2"),
        ),
    ),
    hints=(
        "Compute one row of the product by hand, for V = 4. What do you add up?",
        "Compare the size of the one-hot tensor with the size of the result.",
        "Chapter 02 asserts that both forms agree bit for bit. What is left to speak against one "
        "of them?",
    ),
)
