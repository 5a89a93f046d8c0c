"""A padded row whose positions begin later."""

from bothends.exercises.engine.exercise import Exercise, Misconception, choice, no_inputs

EXERCISE = Exercise(
    id="14-later-start",
    title="A row that begins later",
    minutes=4,
    difficulty="medium",
    kind="choice",
    reference=choice("B", "3"),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "position 0 taken for a beginning",
            "A rotation has no such place: nothing in a score says where the count began.",
            choice("A", "2"),
        ),
        Misconception(
            "two counts where there is one",
            "That would be a real mistake. Read the question again: where does the position of a "
            "written token come from, and where that of a prompt token?",
            choice("C", "4"),
        ),
        Misconception(
            "right claim, reason of zero keys",
            "A row of padding need not be zero, and a key of zeros would still get a share of "
            "the softmax. It is the mask that hides these slots.",
            choice("B", "1"),
        ),
        Misconception(
            "the reason read the wrong way",
            "The reason is right. What can a score depend on, then, besides the two vectors?",
            choice("A", "3"),
        ),
    ),
    hints=(
        "Write down the slots of the three prompt tokens and of the first token written.",
        "Take all pairs of them and subtract. Do the same without padding.",
        "Look for the reason that speaks of what a score of rotated vectors depends on.",
    ),
)
