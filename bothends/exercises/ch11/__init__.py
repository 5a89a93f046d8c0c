"""Chapter 11: why position."""

from bothends.exercises.ch11 import add, counting, one_layer, sinusoid, who_changes

EXERCISES = (
    who_changes.EXERCISE,
    one_layer.EXERCISE,
    add.EXERCISE,
    sinusoid.EXERCISE,
    counting.EXERCISE,
)
