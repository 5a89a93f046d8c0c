"""Chapter 14: the input layer."""

from bothends.exercises.input_layer import attention, by_hand, first_pass, next_id, numbers

EXERCISES = (
    by_hand.EXERCISE,
    attention.EXERCISE,
    numbers.EXERCISE,
    next_id.EXERCISE,
    first_pass.EXERCISE,
)
