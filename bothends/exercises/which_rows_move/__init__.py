"""Chapter 05: which rows an optimizer moves."""

from bothends.exercises.which_rows_move import momentum, who_moves

EXERCISES = (
    momentum.EXERCISE,
    who_moves.EXERCISE,
)
