"""Chapter 06: what a switch of a table changes."""

from bothends.exercises.switches import max_norm, mean, padding

EXERCISES = (
    mean.EXERCISE,
    max_norm.EXERCISE,
    padding.EXERCISE,
)
