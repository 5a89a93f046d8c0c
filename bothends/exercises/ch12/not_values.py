"""Why the values are not turned."""

from bothends.exercises.engine.exercise import Exercise, Misconception, choice, no_inputs

EXERCISE = Exercise(
    id="12-not-the-values",
    title="Why not the values?",
    minutes=4,
    difficulty="medium",
    kind="choice",
    reference=choice("A", "3"),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "a length that changes",
            "A rotation keeps every length, of values too. What is done with a value after it "
            "was weighted?",
            choice("A", "2"),
        ),
        Misconception(
            "a shape that does not fit",
            "In these heads keys and values have the same width, and a value could be turned just "
            "as well. The question is what would come out.",
            choice("C", "1"),
        ),
        Misconception(
            "an output without positions",
            "The output depends on positions through its weights, which come from the turned "
            "queries and keys. A further turn is not needed for that.",
            choice("B", "4"),
        ),
        Misconception(
            "right reason, speed claimed",
            "It does save a little work, but your reason speaks about what the output means, not "
            "about work.",
            choice("B", "3"),
        ),
    ),
    hints=(
        "Where does a turned query meet something that is turned as well? Where would a turned "
        "value?",
        "Move a whole text by 100 places. Which numbers inside a head change if only queries and "
        "keys are turned?",
        "Think of the chapter's cell with positions 0, 1 and 100, 101: what was the same, what "
        "was not, and what was missing to make it the same?",
    ),
)
