"""Chapter 07: a training step."""

EXERCISES = ()
