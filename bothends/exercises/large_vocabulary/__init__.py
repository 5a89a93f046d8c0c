"""Chapter 11: when V is large."""

from bothends.exercises.large_vocabulary import chunks, loop, sizes

EXERCISES = (
    sizes.EXERCISE,
    chunks.EXERCISE,
    loop.EXERCISE,
)
