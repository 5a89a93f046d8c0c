"""Chapter 16: queries and keys are turned."""

from bothends.exercises.rotation import by_hand, frequencies, not_values, rotate, turns

EXERCISES = (
    by_hand.EXERCISE,
    frequencies.EXERCISE,
    turns.EXERCISE,
    rotate.EXERCISE,
    not_values.EXERCISE,
)
