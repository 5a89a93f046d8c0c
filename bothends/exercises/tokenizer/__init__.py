"""Chapter 02: a text becomes ids."""

from bothends.exercises.tokenizer import by_hand, merge

EXERCISES = (
    by_hand.EXERCISE,
    merge.EXERCISE,
)
