"""Chapter 14: positions in a cache."""

EXERCISES = ()
