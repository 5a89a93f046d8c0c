"""What a padding row does after an initialisation."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="switches-padding-row",
    title="A padding row that is not zero",
    minutes=4,
    difficulty="easy",
    right=("C", "2"),
    claims={
        "A": (
            "zeros expected from a lookup",
            "`padding_idx` sets the row to zero once, when the module is made. What did the "
            "author write over the whole table afterwards?",
        ),
        "B": (
            "a row thought to move",
            "If training brings the row anywhere, something must move it. Plain SGD moves a row "
            "by its gradient alone: which one does this row get?",
        ),
    },
    reasons={
        "1": (
            "right claim, reason of the output",
            "If the lookup replaced the padding row by zeros, it could not return the numbers of"
            " which your claim speaks.",
        ),
        "3": (
            "a row that nobody reads",
            "The row is read, each time a sequence is shorter than the longest of its batch. "
            "Something else keeps its gradient at zero.",
        ),
        "4": (
            "a loss that wants zeros",
            "The loss does not know which row is padding, and asks for zeros nowhere. And a row "
            "that is drawn to zero would not stay the same.",
        ),
    },
    pairs={
        ("A", "1"): (
            "a switch that zeroes the output",
            "The forward pass does not know the switch: a lookup of the padding id returns the "
            "row as it is in the table.",
        ),
        ("B", "4"): (
            "training that repairs",
            "Nothing in the loss asks for zeros here. Plain SGD moves a row by its gradient "
            "alone: what has the switch made of that?",
        ),
    },
    hints=(
        "When does `nn.Embedding` set the padding row to zero, and how often?",
        "Two things are to be told apart: what comes out for the padding id, and what training "
        "does to its row.",
        "Look for the reason that speaks about the backward pass.",
    ),
)
