"""Chapter 11: why position."""

EXERCISES = ()
