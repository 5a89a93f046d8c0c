"""What a padding row does after an initialisation."""

from bothends.exercises.engine.exercise import Exercise, Misconception, choice, no_inputs

EXERCISE = Exercise(
    id="04-padding-row",
    title="A padding row that is not zero",
    minutes=4,
    difficulty="easy",
    kind="choice",
    reference=choice("C", "2"),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "a switch that zeroes the output",
            "The forward pass does not know the switch: a lookup of the padding id returns the "
            "row as it is in the table.",
            choice("A", "1"),
        ),
        Misconception(
            "training that repairs",
            "Nothing in the loss asks for zeros here. Plain SGD moves a row by its gradient "
            "alone: what has the switch made of that?",
            choice("B", "4"),
        ),
        Misconception(
            "a row that nobody reads",
            "The row is read, each time a sequence is shorter than the longest of its batch. "
            "Something else keeps its gradient at zero.",
            choice("C", "3"),
        ),
        Misconception(
            "right claim, reason of the output",
            "If the lookup replaced the padding row by zeros, it could not return the numbers of "
            "which your claim speaks.",
            choice("C", "1"),
        ),
    ),
    hints=(
        "When does `nn.Embedding` set the padding row to zero, and how often?",
        "Two things are to be told apart: what comes out for the padding id, and what training "
        "does to its row.",
        "Look for the reason that speaks about the backward pass.",
    ),
)
