"""Chapter 17: a score knows a distance, and weights know a convention."""

from bothends.exercises.relative_position import checkpoint, nine_scores, score, sign, who

EXERCISES = (
    nine_scores.EXERCISE,
    score.EXERCISE,
    who.EXERCISE,
    checkpoint.EXERCISE,
    sign.EXERCISE,
)
