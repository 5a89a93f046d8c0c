"""Chapter 01: ids are addresses, and a text becomes ids."""

from bothends.exercises.addresses import by_hand, merge, numbers, pack, renumber

EXERCISES = (
    by_hand.EXERCISE,
    merge.EXERCISE,
    renumber.EXERCISE,
    pack.EXERCISE,
    numbers.EXERCISE,
)
