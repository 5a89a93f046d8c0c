"""Chapter 08: when V is large."""

EXERCISES = ()
