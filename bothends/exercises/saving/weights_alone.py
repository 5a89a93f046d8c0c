"""What a run forgets that is resumed with its weights alone."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="saving-weights-alone",
    title="Resumed with the weights alone",
    minutes=5,
    difficulty="easy",
    right=("B", "2"),
    claims={
        "A": (
            "the first loss thought to be wrong",
            "The first loss is computed before any step. What is it computed from, and was that "
            "loaded?",
        ),
        "C": (
            "the weights thought to say it all",
            "The weights say where the run stands. How far and in which direction it goes next "
            "is decided by the optimizer: from what?",
        ),
    },
    reasons={
        "1": (
            "weights thought to be rounded in a file",
            "A file holds the same numbers, bit for bit. A loss that is computed from them is the "
            "same, too.",
        ),
        "3": (
            "the gradient thought to be stored",
            "The gradient is cleared and computed anew in each step, from the weights and the "
            "batch. Nobody needs to store it.",
        ),
        "4": (
            "the state dict thought to hold all",
            "A module's state dict holds its Parameters and buffers. The optimizer has a state "
            "dict of its own.",
        ),
    },
    hints=(
        "In which order does a step compute the loss, the gradient and the new weights?",
        "What does AdamW remember from the steps before?",
        "Look for the claim that tells the loss of the loaded weights from the loss after a step, "
        "and for a reason that speaks about a memory.",
    ),
)
