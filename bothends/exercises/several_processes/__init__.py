"""Chapter 12: a vocabulary on several processes."""

from bothends.exercises.several_processes import shards, what_travels

EXERCISES = (
    shards.EXERCISE,
    what_travels.EXERCISE,
)
