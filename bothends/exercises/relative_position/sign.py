"""Weights of sign - in code of sign +."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="convention-sign",
    title="Loaded without an error",
    minutes=4,
    difficulty="medium",
    right=("B", "1"),
    claims={
        "A": (
            "a sign thought not to matter",
            "Both signs make a score a function of n - m. Is it the same function? Compare the "
            "chapter's scores at (5, 3) and at (3, 5).",
        ),
        "C": (
            "lengths thought to change",
            "A turn keeps lengths, whichever way it goes and whatever the weights are.",
        ),
    },
    reasons={
        "2": (
            "lengths thought to need the right sign",
            "A turn keeps lengths under either sign, so lengths cannot be what your claim comes "
            "from.",
        ),
        "3": (
            "right claim, reason against it",
            "If the weights fitted either sign, no score would change, and your claim says that "
            "they do.",
        ),
        "4": (
            "the sine left aside",
            "The cosine is the same for both signs, the sine is not. Both stand in the score.",
        ),
    },
    pairs={
        ("A", "3"): (
            "one family taken for one function",
            "Training could find weights for either sign: that is what the family means. These "
            "weights were found with one of them. Are the chapter's scores at (5, 3) equal?",
        ),
        ("A", "4"): (
            "the sine forgotten",
            "The cosine is the same for both signs, the sine is not. Both stand in the score.",
        ),
        ("C", "2"): (
            "norms feared for",
            "A turn keeps lengths, whichever way it goes and whatever the weights are.",
        ),
    },
    hints=(
        "Look up the scores at (5, 3) under both signs in the chapter, and those at (3, 5).",
        "Does anything in a score change its length? Is anything in it odd, so that it notices a"
        " minus?",
        "A turn by the other sign is a turn by the opposite difference. Which claim speaks of a "
        "difference?",
    ),
)
