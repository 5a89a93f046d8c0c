"""Chapter 03: a lookup takes rows."""

from bothends.exercises.lookup import by_hand, cost, lookup, one_hot, why_not

EXERCISES = (
    by_hand.EXERCISE,
    lookup.EXERCISE,
    one_hot.EXERCISE,
    cost.EXERCISE,
    why_not.EXERCISE,
)
