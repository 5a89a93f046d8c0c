"""Chapter 10: the input layer."""

EXERCISES = ()
