"""Why the gradient of a row is zero."""

from bothends.exercises.engine.exercise import Exercise, Misconception, choice, no_inputs

EXERCISE = Exercise(
    id="03-zero-row",
    title="A row whose gradient is zero",
    minutes=4,
    difficulty="easy",
    kind="choice",
    reference=choice("A", "1"),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "a minimum seen in a zero",
            "A minimum has a slope of zero, but a slope of zero need not be a minimum: the loss "
            "may be flat there. Which of the two is it here?",
            choice("B", "2"),
        ),
        Misconception(
            "gradient taken for value",
            "A lookup hands its upstream rows on, whatever numbers the row holds. Rows of zeros "
            "get a gradient as soon as a token reads them.",
            choice("C", "3"),
        ),
        Misconception(
            "this batch taken for all batches",
            "The reason is right for this batch. Another batch may read row 0, and then it gets "
            "a gradient like any other row.",
            choice("C", "1"),
        ),
        Misconception(
            "right claim, reason of a minimum",
            "At a lowest point the loss rises on both sides. Your claim says that it does not "
            "change at all. Why does it not?",
            choice("A", "2"),
        ),
    ),
    hints=(
        "Raise E[0, 0] by 1. Which of the three outputs changes?",
        "A gradient says what happens to this batch's loss if a number changes a little. It says "
        "nothing about other batches.",
        "The ids are 2, 2 and 3. Look for the reason that speaks about ids.",
    ),
)
