"""What a missing key of a tied model means."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="saving-missing-head",
    title="A head is missing",
    minutes=5,
    difficulty="medium",
    right=("B", "1"),
    claims={
        "A": (
            "a missing name taken for a lost head",
            "One name is missing. Whether numbers are missing depends on the model: does it have"
            " a tensor that only this name leads to?",
        ),
        "C": (
            "nothing thought to be missing",
            "`strict=False` asks for no error; it fills nothing. If the head is a tensor of its "
            "own, what does it hold now?",
        ),
    },
    reasons={
        "2": (
            "missing tensors thought to be drawn",
            "Loading draws nothing: it leaves alone what the file does not name.",
        ),
        "3": (
            "names thought to be for the reader",
            "Tensors are matched by their names, in whatever order they stand. If they were not,"
            " no key could be missing.",
        ),
        "4": (
            "right claim, the setting believed",
            "A setting says what somebody intended. The model in memory may differ from it, and "
            "then a trained head is lost.",
        ),
    },
    pairs={
        ("A", "1"): (
            "one name taken for a loss",
            "The reason is true, and it says why such a file may be complete. What would have to"
            " hold for it to be so?",
        ),
        ("A", "2"): (
            "a missing name taken for missing numbers",
            "Loading leaves alone what the file does not name. Whether the head is filled all "
            "the same depends on which object it is.",
        ),
        ("C", "3"): (
            "every tensor taken for filled",
            "Tensors are matched by their names. One whose name the file lacks gets nothing, "
            "unless another name leads to the same tensor.",
        ),
    },
    hints=(
        "How many tensors has a tied model, and how many names for them?",
        "In which model does filling `embedding.weight` fill the head as well?",
        "Look for the claim that leaves the decision to the model in memory, and for a reason "
        "that speaks about files and names.",
    ),
)
