"""Chapter 04: what a switch changes, and which rows an optimizer moves."""

from bothends.exercises.ch04 import max_norm, mean, momentum, padding, who_moves

EXERCISES = (
    mean.EXERCISE,
    momentum.EXERCISE,
    who_moves.EXERCISE,
    max_norm.EXERCISE,
    padding.EXERCISE,
)
