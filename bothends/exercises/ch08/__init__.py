"""Chapter 08: when V is large."""

from bothends.exercises.ch08 import chunks, loop, shards, sizes

EXERCISES = (
    sizes.EXERCISE,
    chunks.EXERCISE,
    loop.EXERCISE,
    shards.EXERCISE,
)
