"""How much processes tell each other about a position's loss."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="shards-what-travels",
    title="What travels for the loss",
    minutes=5,
    difficulty="medium",
    right=("C", "1"),
    claims={
        "A": (
            "all logits thought to be gathered",
            "Each rank needs no logit of another rank, only a summary of them. Which sums does "
            "the formula of the loss have?",
        ),
        "B": (
            "a hidden state thought to travel for the loss",
            "Every rank has the whole hidden state before the loss begins. What does it make of "
            "it with its own rows?",
        ),
    },
    reasons={
        "2": (
            "the target's owner thought to know enough",
            "The owner of the target has one logit. The probability also needs the sum over the "
            "words of all the others.",
        ),
        "3": (
            "a softmax thought to need every logit in one place",
            "A softmax needs the sum of all exponentials. A sum can be put together from the "
            "sums of parts.",
        ),
        "4": (
            "rows thought to travel",
            "The rows stay where they are. Each rank multiplies the hidden state with its own.",
        ),
    },
    hints=(
        "Write the loss as ln of a sum minus a logit. Which parts does a rank have?",
        "Subtract the largest logit first. How many numbers must be known by all?",
        "Look for the claim that does not depend on V, and for the reason that names the parts.",
    ),
)
