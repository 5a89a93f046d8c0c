"""What the scale of an input table does in front of a norm."""

from bothends.exercises.engine.exercise import Exercise, Misconception, choice, no_inputs

EXERCISE = Exercise(
    id="10-table-scale",
    title="A table ten times larger",
    minutes=4,
    difficulty="medium",
    kind="choice",
    reference=choice("C", "3"),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "logits that grow along",
            "That would be so in a model without a norm. What is the root mean square of a vector "
            "that has passed one?",
            choice("A", "1"),
        ),
        Misconception(
            "the same in all things",
            "The forward pass is the same, and your reason shows why. Now go back through the "
            "division: which factor does the gradient meet?",
            choice("B", "3"),
        ),
        Misconception(
            "right claim, a factor thought to be learned",
            "This norm has no gain, so nothing in it can learn to undo the factor.",
            choice("C", "2"),
        ),
        Misconception(
            "a cap that hides it",
            "The softcap sits at the other end. It bends large logits; are they larger at all?",
            choice("B", "4"),
        ),
    ),
    hints=(
        "What is the norm of [3, 4], and what is that of [30, 40]?",
        "If y = norm(c x) does not change with c, how does the slope of y with respect to the "
        "stored number change?",
        "Doubling a row does nothing to the output, so moving a doubled row by the same amount "
        "moves the output half as far.",
    ),
)
