"""Why the gradient of a row is zero."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="scatter-zero-row",
    title="A row whose gradient is zero",
    minutes=4,
    difficulty="easy",
    right=("A", "1"),
    claims={
        "B": (
            "a zero taken for the best",
            "At a best value every change would make the loss worse. Change row 0 and compute "
            "the loss of these three tokens again: does it get worse?",
        ),
        "C": (
            "this batch taken for all batches",
            "That is so for this batch. Another batch may read row 0, and then it gets a "
            "gradient like any other row.",
        ),
    },
    reasons={
        "2": (
            "right claim, reason of a minimum",
            "At a lowest point the loss rises on both sides. Your claim says that it does not "
            "change at all. Why does it not?",
        ),
        "3": (
            "a gradient thought to grow with the value",
            "A lookup hands its upstream rows on, whatever numbers a row holds. Rows of zeros "
            "get a gradient like others.",
        ),
        "4": (
            "the first row thought to be left out",
            "`backward` knows no first row: had the ids been 0, 2 and 3, row 0 would have had a "
            "gradient like the others.",
        ),
    },
    pairs={
        ("B", "2"): (
            "a minimum seen in a zero",
            "A minimum has a slope of zero, but a slope of zero need not be a minimum: the loss "
            "may be flat there. Which of the two is it here?",
        ),
        ("C", "3"): (
            "gradient taken for value",
            "A lookup hands its upstream rows on, whatever numbers the row holds. Rows of zeros "
            "get a gradient as soon as a token reads them.",
        ),
    },
    hints=(
        "Raise E[0, 0] by 1. Which of the three outputs changes?",
        "A gradient says what happens to this batch's loss if a number changes a little. It says"
        " nothing about other batches.",
        "The ids are 2, 2 and 3. Look for the reason that speaks about ids.",
    ),
)
