"""An attention factor, applied once."""

from bothends.exercises.engine.exercise import Exercise, Misconception, choice, no_inputs

EXERCISE = Exercise(
    id="15-factor-once",
    title="Once is enough",
    minutes=4,
    difficulty="medium",
    kind="choice",
    reference=choice("A", "2"),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "a factor that cancels",
            "Sine and cosine squared do sum to 1, and with both of them multiplied the sum is "
            "larger: a vector turned with such tables is longer than before.",
            choice("B", "1"),
        ),
        Misconception(
            "softmax taken for a correction",
            "The shares do sum to 1, but which key gets how much depends on how far apart the "
            "scores are, and those distances grow.",
            choice("C", "3"),
        ),
        Misconception(
            "only one of the two turned",
            "Both the query and the key are turned with the same tables. Then how often does the "
            "factor enter their product?",
            choice("A", "4"),
        ),
        Misconception(
            "a sum of 1 taken for a proof",
            "The shares sum to 1 with any factor, right or wrong, so this reason cannot carry a "
            "claim about the size of the scores.",
            choice("A", "3"),
        ),
    ),
    hints=(
        "A query is turned with tables that are multiplied by f. How long is it afterwards?",
        "Do the same for the key, and multiply. What is in the score before the colleague's line?",
        "The score has the factor already, once from each of its two vectors.",
    ),
)
