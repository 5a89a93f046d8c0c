"""Which checkpoint to keep."""

from bothends.exercises.engine.exercise import Exercise, Misconception, choice, no_inputs

EXERCISE = Exercise(
    id="16-best-step",
    title="Which checkpoint?",
    minutes=4,
    difficulty="easy",
    kind="choice",
    reference=choice("B", "3"),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "the training loss taken for the goal",
            "The training loss is what training lowers, in any case. A model that recites its "
            "text has a low one, too.",
            choice("A", "1"),
        ),
        Misconception(
            "more steps against overfitting",
            "Its held-out loss has been rising for half of the run. What should turn it round?",
            choice("C", "2"),
        ),
        Misconception(
            "a fall taken for a reason",
            "The training loss fell between the two checkpoints. Then it cannot be what "
            "speaks for the earlier one.",
            choice("B", "1"),
        ),
        Misconception(
            "all losses alike",
            "The losses of the two parts do not say the same: one goes down while one goes up.",
            choice("C", "4"),
        ),
    ),
    hints=(
        "Which of the two losses says something about a text that the model has not seen?",
        "At which of the two steps is that loss lower?",
        "What did the model gain after it, and on which text?",
    ),
)
