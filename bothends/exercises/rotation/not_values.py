"""Why the values are not turned."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="rotation-not-the-values",
    title="Why not the values?",
    minutes=4,
    difficulty="medium",
    right=("A", "3"),
    claims={
        "B": (
            "the same output expected",
            "Turn the values of a short text, add them up, move the text by one place and add up"
            " again. Do you get the same sum?",
        ),
        "C": (
            "a turn thought impossible",
            "A value is a row of numbers like a key, and could be turned just as well. The "
            "question is what would come out.",
        ),
    },
    reasons={
        "1": (
            "another width blamed",
            "In these heads keys and values have the same width. And a width of its own would "
            "hinder no turn.",
        ),
        "2": (
            "a length that changes",
            "A rotation keeps every length, of values too. What is done with a value after it "
            "was weighted?",
        ),
        "4": (
            "an output thought to be without positions",
            "The output depends on positions through its weights. Your claim speaks of a change "
            "that comes on top of that.",
        ),
    },
    pairs={
        ("B", "3"): (
            "right reason, speed claimed",
            "It does save a little work, but your reason speaks about what the output means, not"
            " about work.",
        ),
        ("B", "4"): (
            "an output without positions",
            "The output depends on positions through its weights, which come from the turned "
            "queries and keys. A further turn is not needed for that.",
        ),
        ("C", "1"): (
            "a shape that does not fit",
            "In these heads keys and values have the same width, and a value could be turned "
            "just as well. The question is what would come out.",
        ),
    },
    hints=(
        "Where does a turned query meet something that is turned as well? Where would a turned "
        "value?",
        "Move a whole text by 100 places. Which numbers inside a head change if only queries and"
        " keys are turned?",
        "Think of the chapter's cell with positions 0, 1 and 100, 101: what was the same, what "
        "was not, and what was missing to make it the same?",
    ),
)
