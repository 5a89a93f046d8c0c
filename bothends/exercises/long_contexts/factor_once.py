"""An attention factor, applied once."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="long-factor-once",
    title="Once is enough",
    minutes=4,
    difficulty="medium",
    right=("A", "2"),
    claims={
        "B": (
            "scores thought to be too small before",
            "Turn a query with tables that are multiplied by f. How long is it afterwards? And "
            "what is in the score before the colleague's line?",
        ),
        "C": (
            "outputs thought to stay",
            "Which key gets how much depends on how far apart the scores are. What does another "
            "factor do to those distances, as soon as there is more than one key?",
        ),
    },
    reasons={
        "1": (
            "a factor thought to drop out",
            "Sine and cosine squared do sum to 1; with both of them multiplied by f, they sum to"
            " f squared. Nothing drops out.",
        ),
        "3": (
            "a sum of 1 taken for a proof",
            "The shares sum to 1 with any factor, right or wrong, so this reason cannot carry a "
            "claim about the size of the scores.",
        ),
        "4": (
            "only one of the two turned",
            "Both the query and the key are turned with the same tables. Then how often does the"
            " factor enter their product?",
        ),
    },
    pairs={
        ("B", "1"): (
            "a factor that cancels",
            "Sine and cosine squared do sum to 1, and with both of them multiplied the sum is "
            "larger: a vector turned with such tables is longer than before.",
        ),
        ("B", "4"): (
            "tables thought to reach the query only",
            "The tables carry f already, in the query and in the key: a key was turned with them"
            " before it entered the cache.",
        ),
        ("C", "3"): (
            "softmax taken for a correction",
            "The shares do sum to 1, but which key gets how much depends on how far apart the "
            "scores are, and those distances grow.",
        ),
    },
    hints=(
        "A query is turned with tables that are multiplied by f. How long is it afterwards?",
        "Do the same for the key, and multiply. What is in the score before the colleague's line?",
        "The score has the factor already, once from each of its two vectors.",
    ),
)
