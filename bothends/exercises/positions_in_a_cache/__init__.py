"""Chapter 18: positions in a cache."""

from bothends.exercises.positions_in_a_cache import guard, later_start, positions, slices, step

EXERCISES = (
    slices.EXERCISE,
    guard.EXERCISE,
    positions.EXERCISE,
    step.EXERCISE,
    later_start.EXERCISE,
)
