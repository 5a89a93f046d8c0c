"""Which checkpoint to keep."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="model-best-step",
    title="Which checkpoint?",
    minutes=4,
    difficulty="easy",
    right=("B", "3"),
    claims={
        "A": (
            "more learned taken for better",
            "Step 200 has learned more of the text that it was trained on. Which of its two "
            "losses speaks of a text that nobody has written yet?",
        ),
        "C": (
            "more steps thought to help",
            "The held-out loss went from 4.1 to 4.9 within the last hundred steps. What should "
            "two hundred more do to it?",
        ),
    },
    reasons={
        "1": (
            "a fall taken for a reason",
            "The training loss fell between the two checkpoints. Then it cannot be what speaks "
            "for the earlier one.",
        ),
        "2": (
            "the held-out loss thought to come down",
            "It has been rising for half of the run. And if it came down later, that would speak"
            " for the later steps.",
        ),
        "4": (
            "checkpoints thought equally good",
            "One loss goes down while the other goes up. And if both were equally good, nothing "
            "would speak for the earlier one.",
        ),
    },
    pairs={
        ("A", "1"): (
            "the training loss taken for the goal",
            "The training loss is what training lowers, in any case. A model that recites its "
            "text has a low one, too.",
        ),
        ("C", "2"): (
            "more steps against overfitting",
            "Its held-out loss has been rising for half of the run. What should turn it round?",
        ),
        ("C", "4"): (
            "all losses alike",
            "The losses of the two parts do not say the same: one goes down while one goes up.",
        ),
    },
    hints=(
        "Which of the two losses says something about a text that the model has not seen?",
        "At which of the two steps is that loss lower?",
        "What did the model gain after it, and on which text?",
    ),
)
