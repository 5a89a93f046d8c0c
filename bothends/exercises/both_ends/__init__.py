"""Chapter 20: a model from both ends."""

from bothends.exercises.both_ends import best_step, nearest, same_vector, stopped

EXERCISES = (
    nearest.EXERCISE,
    stopped.EXERCISE,
    same_vector.EXERCISE,
    best_step.EXERCISE,
)
