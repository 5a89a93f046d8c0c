"""What the scale of an input table does in front of a norm."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="input-table-scale",
    title="A table ten times larger",
    minutes=4,
    difficulty="medium",
    right=("C", "3"),
    claims={
        "A": (
            "logits thought to grow",
            "What is the root mean square of a vector that has passed the norm, now and before "
            "the table was multiplied?",
        ),
        "B": (
            "a gradient thought to stay",
            "The forward pass is the same. Now go back through the division: which factor does "
            "the gradient meet?",
        ),
    },
    reasons={
        "1": (
            "the head thought to see the factor",
            "The head multiplies what comes out of the last norm. Does the 10 get that far?",
        ),
        "2": (
            "right claim, a factor thought to be learned",
            "This norm has no gain, so nothing in it can learn to undo the factor.",
        ),
        "4": (
            "the cap thought to hide it",
            "The softcap sits at the other end. It bends large logits; are they larger at all?",
        ),
    },
    pairs={
        ("A", "1"): (
            "logits that grow along",
            "That would be so in a model without a norm. What is the root mean square of a "
            "vector that has passed one?",
        ),
        ("B", "3"): (
            "the same in all things",
            "The forward pass is the same, and your reason shows why. Now go back through the "
            "division: which factor does the gradient meet?",
        ),
        ("B", "4"): (
            "a cap that hides it",
            "The softcap sits at the other end. It bends large logits; are they larger at all?",
        ),
    },
    hints=(
        "What is the norm of [3, 4], and what is that of [30, 40]?",
        "If y = norm(c x) does not change with c, how does the slope of y with respect to the "
        "stored number change?",
        "Doubling a row does nothing to the output, so moving a doubled row by the same amount "
        "moves the output half as far.",
    ),
)
