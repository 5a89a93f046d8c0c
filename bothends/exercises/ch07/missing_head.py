"""What a missing key of a tied model means."""

from bothends.exercises.engine.exercise import Exercise, Misconception, choice, no_inputs

EXERCISE = Exercise(
    id="07-missing-head",
    title="A head is missing",
    minutes=5,
    difficulty="medium",
    kind="choice",
    reference=choice("B", "1"),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "a missing name taken for missing numbers",
            "Loading leaves alone what the file does not name. Whether the head is filled all the "
            "same depends on which object it is.",
            choice("A", "2"),
        ),
        Misconception(
            "every tensor taken for filled",
            "Tensors are matched by their names. One whose name the file lacks gets nothing, "
            "unless another name leads to the same tensor.",
            choice("C", "3"),
        ),
        Misconception(
            "right claim, the setting believed",
            "A setting says what somebody intended. The model in memory may differ from it, and "
            "then a trained head is lost.",
            choice("B", "4"),
        ),
        Misconception(
            "one name taken for a loss",
            "The reason is true, and it says why such a file may be complete. What would have to "
            "hold for it to be so?",
            choice("A", "1"),
        ),
    ),
    hints=(
        "How many tensors has a tied model, and how many names for them?",
        "In which model does filling `embedding.weight` fill the head as well?",
        "Look for the claim that leaves the decision to the model in memory, and for a reason "
        "that speaks about files and names.",
    ),
)
