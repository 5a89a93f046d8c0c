"""Chapter 13: relative position."""

EXERCISES = ()
