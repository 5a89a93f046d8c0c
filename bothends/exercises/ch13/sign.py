"""Weights of sign - in code of sign +."""

from bothends.exercises.engine.exercise import Exercise, Misconception, choice, no_inputs

EXERCISE = Exercise(
    id="13-sign",
    title="Loaded without an error",
    minutes=4,
    difficulty="medium",
    kind="choice",
    reference=choice("B", "1"),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "one family taken for one function",
            "Training could find weights for either sign: that is what the family means. These "
            "weights were found with one of them. Are the chapter's scores at (5, 3) equal?",
            choice("A", "3"),
        ),
        Misconception(
            "the sine forgotten",
            "The cosine is the same for both signs, the sine is not. Both stand in the score.",
            choice("A", "4"),
        ),
        Misconception(
            "norms feared for",
            "A turn keeps lengths, whichever way it goes and whatever the weights are.",
            choice("C", "2"),
        ),
        Misconception(
            "right claim, reason against it",
            "If the weights fitted either sign, no score would change, and your claim says that "
            "they do.",
            choice("B", "3"),
        ),
    ),
    hints=(
        "Look up the scores at (5, 3) under both signs in the chapter, and those at (3, 5).",
        "Does anything in a score change its length? Is anything in it odd, so that it notices a "
        "minus?",
        "A turn by the other sign is a turn by the opposite difference. Which claim speaks of a "
        "difference?",
    ),
)
