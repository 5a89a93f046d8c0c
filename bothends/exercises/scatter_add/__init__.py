"""Chapter 04: the gradient of a lookup adds."""

from bothends.exercises.scatter_add import by_hand, counts, no_loop, plus_equals, zero_row

EXERCISES = (
    by_hand.EXERCISE,
    counts.EXERCISE,
    plus_equals.EXERCISE,
    no_loop.EXERCISE,
    zero_row.EXERCISE,
)
