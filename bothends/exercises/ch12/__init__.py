"""Chapter 12: rotation."""

EXERCISES = ()
