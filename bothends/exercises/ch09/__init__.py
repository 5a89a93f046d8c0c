"""Chapter 09: growing the vocabulary."""

EXERCISES = ()
