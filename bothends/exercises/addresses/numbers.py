"""Ids that are fed in as numbers."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="addresses-numbers",
    title="Ids as numbers",
    minutes=4,
    difficulty="easy",
    right=("B", "1"),
    claims={
        "A": (
            "preparation hoped for",
            "Whatever is done to all ids alike can be done by another w and b as well. Take D = "
            "2 and draw the points of the ids 0 to 3: what do all such layers have in common?",
        ),
        "C": (
            "a sorted vocabulary hoped for",
            "Sort as well as you like. Of three words, which one gets the middle, and can it be "
            "made to lie far from the other two?",
        ),
    },
    reasons={
        "2": (
            "right claim, reason of size",
            "Small numbers would not help: divide by V, and the points move closer together on "
            "the same line.",
        ),
        "3": (
            "an order taken for a meaning",
            "The order of a vocabulary is the order in which a tokenizer found its tokens. It "
            "carries no meaning, and if it did, that would speak for the layer.",
        ),
        "4": (
            "rounding blamed",
            "Whole numbers up to 50,000 are exact in float32, so nothing blurs. What is wrong "
            "would be wrong in exact arithmetic too.",
        ),
    },
    pairs={
        ("A", "2"): (
            "the size of the numbers blamed",
            "Divide all ids by V, and the numbers are small. They still come in the order of the"
            " list, with equal steps, and no training changes that.",
        ),
        ("A", "4"): (
            "rounding feared",
            "Whole numbers up to 50,000 are exact in float32, so nothing blurs. What is wrong "
            "would be wrong in exact arithmetic too.",
        ),
        ("C", "3"): (
            "a meaning in the order",
            "The order of a vocabulary is the order in which a tokenizer found its tokens. And "
            "if it were sorted by meaning: one line has two neighbours for each word, no more.",
        ),
    },
    hints=(
        "Take D = 2 and draw the points that the layer gives for the ids 0, 1, 2 and 3.",
        "How far is each point from the one before, and in which direction?",
        "Put the points of cat and dog together, and run far away. Can any w and b do it?",
    ),
)
