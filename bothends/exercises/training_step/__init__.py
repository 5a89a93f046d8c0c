"""Chapter 09: a training step."""

from bothends.exercises.training_step import shift, token_mean, who_counts

EXERCISES = (
    shift.EXERCISE,
    who_counts.EXERCISE,
    token_mean.EXERCISE,
)
