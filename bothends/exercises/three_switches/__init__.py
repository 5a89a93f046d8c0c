"""Chapter 04: what a switch changes, and which rows an optimizer moves."""

from bothends.exercises.three_switches import max_norm, mean, momentum, padding, who_moves

EXERCISES = (
    mean.EXERCISE,
    momentum.EXERCISE,
    who_moves.EXERCISE,
    max_norm.EXERCISE,
    padding.EXERCISE,
)
