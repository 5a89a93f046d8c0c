"""Chapter 01: ids are addresses."""

from bothends.exercises.addresses import numbers, pack, renumber

EXERCISES = (
    renumber.EXERCISE,
    pack.EXERCISE,
    numbers.EXERCISE,
)
