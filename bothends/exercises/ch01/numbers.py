"""Ids that are fed in as numbers."""

from bothends.exercises.engine.exercise import Exercise, Misconception, choice, no_inputs

EXERCISE = Exercise(
    id="01-numbers",
    title="Ids as numbers",
    minutes=4,
    difficulty="easy",
    kind="choice",
    reference=choice("B", "1"),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "the size of the numbers blamed",
            "Divide all ids by V, and the numbers are small. They still come in the order of the "
            "list, with equal steps, and no training changes that.",
            choice("A", "2"),
        ),
        Misconception(
            "a meaning in the order",
            "The order of a vocabulary is the order in which a tokenizer found its tokens. And if "
            "it were sorted by meaning: one line has two neighbours for each word, no more.",
            choice("C", "3"),
        ),
        Misconception(
            "rounding feared",
            "Whole numbers up to 50,000 are exact in float32, so nothing blurs. What is wrong "
            "would be wrong in exact arithmetic too.",
            choice("A", "4"),
        ),
        Misconception(
            "right claim, reason of size",
            "Small numbers would not help: divide by V, and the points move closer together on "
            "the same line.",
            choice("B", "2"),
        ),
    ),
    hints=(
        "Take D = 2 and draw the points that the layer gives for the ids 0, 1, 2 and 3.",
        "How far is each point from the one before, and in which direction?",
        "Put the points of cat and dog together, and run far away. Can any w and b do it?",
    ),
)
