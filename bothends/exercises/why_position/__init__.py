"""Chapter 15: why position."""

from bothends.exercises.why_position import add, counting, one_layer, sinusoid, who_changes

EXERCISES = (
    who_changes.EXERCISE,
    one_layer.EXERCISE,
    add.EXERCISE,
    sinusoid.EXERCISE,
    counting.EXERCISE,
)
