"""Why a tied model can start with a loss near D."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="tying-first-loss",
    title="A first loss near D",
    minutes=5,
    difficulty="medium",
    right=("B", "2"),
    claims={
        "A": (
            "a loss above ln V thought impossible",
            "A model that guesses has the loss ln V. One that is certain of a wrong word loses "
            "more, without limit.",
        ),
        "C": (
            "the tie blamed",
            "The tie only shows that the numbers are large: a separate head of such numbers "
            "starts far above ln V as well.",
        ),
    },
    reasons={
        "1": (
            "ln V taken for the largest loss",
            "ln V is the loss of a model that finds all words equally likely. It is no upper "
            "end: this model lost 777.",
        ),
        "3": (
            "two gradients thought to count",
            "The first loss is computed before any gradient. How the table will move cannot "
            "change it.",
        ),
        "4": (
            "right claim, reason of overflow",
            "The loss is a finite number: the softmax takes the largest logit off first. If it "
            "had overflowed, you would read inf or nan.",
        ),
    },
    pairs={
        ("A", "1"): (
            "ln V taken for a ceiling",
            "ln V is the loss of a model that finds all words equally likely. One that is "
            "certain of the wrong word loses more, without limit.",
        ),
        ("C", "3"): (
            "two gradients blamed",
            "The first loss is computed before any gradient. How the table will move cannot "
            "change it.",
        ),
    },
    hints=(
        "What is the logit of the word that was read, and what are the others?",
        "A vector of length sqrt(D) times a row of length sqrt(D) that points the same way: how "
        "large is the product? What if the row is 50 times shorter?",
        "Look for the reason that explains a number near D, and for the claim that makes that "
        "number smaller.",
    ),
)
