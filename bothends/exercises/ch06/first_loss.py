"""Why a tied model can start with a loss near D."""

from bothends.exercises.engine.exercise import Exercise, Misconception, choice, no_inputs

EXERCISE = Exercise(
    id="06-first-loss",
    title="A first loss near D",
    minutes=5,
    difficulty="medium",
    kind="choice",
    reference=choice("B", "2"),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "ln V taken for a ceiling",
            "ln V is the loss of a model that finds all words equally likely. One that is certain "
            "of the wrong word loses more, without limit.",
            choice("A", "1"),
        ),
        Misconception(
            "two gradients blamed",
            "The first loss is computed before any gradient. How the table will move cannot "
            "change it.",
            choice("C", "3"),
        ),
        Misconception(
            "right claim, reason of overflow",
            "The loss is a finite number: the softmax takes the largest logit off first. If it "
            "had overflowed, you would read inf or nan.",
            choice("B", "4"),
        ),
        Misconception(
            "the tie blamed",
            "The reason is right. But the tie only shows that the numbers are large: a separate "
            "head of such numbers starts far above ln V as well.",
            choice("C", "2"),
        ),
    ),
    hints=(
        "What is the logit of the word that was read, and what are the others?",
        "A vector of length sqrt(D) times a row of length sqrt(D) that points the same way: how "
        "large is the product? What if the row is 50 times shorter?",
        "Look for the reason that explains a number near D, and for the claim that makes that "
        "number smaller.",
    ),
)
