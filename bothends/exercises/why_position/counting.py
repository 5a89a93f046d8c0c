"""Equal words under a causal mask."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="position-equal-words",
    title="Equal words in a row",
    minutes=5,
    difficulty="medium",
    right=("C", "4"),
    claims={
        "A": (
            "later places thought to differ",
            "The places do see different numbers of words. Mix two equal rows, then three, with "
            "weights that sum to 1: what differs?",
        ),
        "B": (
            "later blocks thought to tell them apart",
            "The second block reads what the first has written. If the first writes the same at "
            "every place, the second reads equal states again.",
        ),
    },
    reasons={
        "1": (
            "seeing more taken for a difference",
            "They do see more words. All of them have equal rows: what does one more of them "
            "change in the mix?",
        ),
        "2": (
            "further blocks thought to see more",
            "A further block reads what the block before it has written. Is there anything new "
            "in four equal states?",
        ),
        "3": (
            "no mask",
            "That is attention without a mask. Here there is one, and the places do see "
            "different numbers of words.",
        ),
        "5": (
            "attention thought to add up",
            "If attention added up what it sees, four words would give four times as much as "
            "one, and the states would differ.",
        ),
    },
    pairs={
        ("A", "1"): (
            "seeing more taken for knowing more",
            "Later words do see more. But look at *what* they see: the weights sum to 1, so what"
            " is the mix of a hundred equal rows?",
        ),
        ("A", "5"): (
            "a sum for a mean",
            "If attention added up what it sees, it could count. Its weights sum to 1.",
        ),
        ("B", "2"): (
            "depth as a cure",
            "The second layer reads what the first has written. If the first writes the same at "
            "every place, the second reads equal states again.",
        ),
    },
    hints=(
        "What does the third word see, and with which weights?",
        "All values that a place may mix are equal. Does it matter how many there are?",
        "Go through the layers one after the other: if all states are equal before a layer, what"
        " are they after it?",
    ),
)
