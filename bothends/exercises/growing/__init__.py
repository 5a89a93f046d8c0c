"""Chapter 13: growing the vocabulary."""

from bothends.exercises.growing import grow, new_rows, pad_and_crop, rows, same_size

EXERCISES = (
    rows.EXERCISE,
    new_rows.EXERCISE,
    pad_and_crop.EXERCISE,
    grow.EXERCISE,
    same_size.EXERCISE,
)
