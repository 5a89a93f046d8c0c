"""Equal words under a causal mask."""

from bothends.exercises.engine.exercise import Exercise, Misconception, choice, no_inputs

EXERCISE = Exercise(
    id="11-equal-words",
    title="Equal words in a row",
    minutes=5,
    difficulty="medium",
    kind="choice",
    reference=choice("C", "4"),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "seeing more taken for knowing more",
            "Later words do see more. But look at *what* they see: the weights sum to 1, so what "
            "is the mix of a hundred equal rows?",
            choice("A", "1"),
        ),
        Misconception(
            "depth as a cure",
            "The second layer reads what the first has written. If the first writes the same at "
            "every place, the second reads equal states again.",
            choice("B", "2"),
        ),
        Misconception(
            "right claim, no mask",
            "The claim is right, and your reason is that of attention without a mask. Here there "
            "is one, and the places do see different numbers of words.",
            choice("C", "3"),
        ),
        Misconception(
            "a sum for a mean",
            "If attention added up what it sees, it could count. Its weights sum to 1.",
            choice("A", "5"),
        ),
    ),
    hints=(
        "What does the third word see, and with which weights?",
        "All values that a place may mix are equal. Does it matter how many there are?",
        "Go through the layers one after the other: if all states are equal before a layer, what "
        "are they after it?",
    ),
)
