"""Chapter 15: long contexts."""

EXERCISES = ()
