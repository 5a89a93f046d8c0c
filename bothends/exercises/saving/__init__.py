"""Chapter 10: saving and loading."""

from bothends.exercises.saving import missing_head, weights_alone

EXERCISES = (
    weights_alone.EXERCISE,
    missing_head.EXERCISE,
)
