"""Chapter 19: long contexts and precision."""

from bothends.exercises.long_contexts import dynamic, factor_once, larger_base, stored, three_bands

EXERCISES = (
    stored.EXERCISE,
    larger_base.EXERCISE,
    dynamic.EXERCISE,
    three_bands.EXERCISE,
    factor_once.EXERCISE,
)
