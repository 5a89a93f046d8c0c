"""Chapter 08: one table at both ends."""

from bothends.exercises.weight_tying import by_hand, first_loss, one_table, sizes, step

EXERCISES = (
    by_hand.EXERCISE,
    step.EXERCISE,
    one_table.EXERCISE,
    sizes.EXERCISE,
    first_loss.EXERCISE,
)
