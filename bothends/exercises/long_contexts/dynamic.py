"""Dynamic NTK: what the slowest pair is divided by."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs

RATIOS = (0.5, 1, 2, 3, 5)
FACTORS = (2, 4)


def _table(rule):
    return [[float(rule(factor, ratio)) for factor in FACTORS] for ratio in RATIOS]


def _bracket(factor, ratio):
    return factor * max(ratio, 1) - (factor - 1)


EXERCISE = Exercise(
    id="long-dynamic",
    title="A base that grows",
    minutes=6,
    difficulty="medium",
    kind="table",
    reference=lambda: _table(_bracket),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "the factor itself",
            "You divide by the factor as soon as the text is longer than in training. That is "
            "the fixed method; this one begins gently and has no end.",
            lambda: _table(lambda s, r: s if r > 1 else 1),
        ),
        Misconception(
            "the length alone",
            "You divide by how many times longer the text is, whatever the factor.",
            lambda: _table(lambda s, r: max(r, 1)),
        ),
        Misconception(
            "nothing taken off",
            "You left out the part that is subtracted. At the training length itself nothing "
            "may change.",
            lambda: _table(lambda s, r: s * max(r, 1)),
        ),
        Misconception(
            "short texts as well",
            "You used the formula below the training length, too, where it would speed the pairs "
            "up or turn them round. It begins at the training length.",
            lambda: _table(lambda s, r: s * r - (s - 1)),
        ),
        Misconception(
            "the base's multiplier",
            "You gave what the base is multiplied by. In this head the slowest pair is a square "
            "root away from it.",
            lambda: _table(lambda s, r: _bracket(s, r) ** 2),
        ),
        Misconception(
            "factors exchanged",
            "Each row has its two numbers the other way round.",
            lambda: [row[::-1] for row in _table(_bracket)],
        ),
        Misconception(
            "ratio times factor, less one",
            "You took 1 off. What is subtracted is the factor less 1, so that nothing changes at "
            "the training length.",
            lambda: _table(lambda s, r: s * r - 1 if r > 1 else 1),
            also=(lambda: _table(lambda s, r: s * max(r, 1) - 1),),
        ),
        Misconception(
            "the factor taken off",
            "You took the factor off. What is subtracted is the factor less 1.",
            lambda: _table(lambda s, r: s * r - s if r > 1 else 1),
            also=(lambda: _table(lambda s, r: s * max(r, 1) - s),),
        ),
        Misconception(
            "the root of the bracket",
            "You took a root. The bracket is raised to d / (d - 2) in the base, and the slowest "
            "pair of this head undoes just that power.",
            lambda: _table(lambda s, r: _bracket(s, r) ** 0.5),
        ),
        Misconception(
            "two training lengths taken for one",
            "Your rows begin one training length too late. At twice the training length the factor "
            "has been added once.",
            lambda: _table(lambda s, r: _bracket(s, r - 1)),
        ),
        Misconception(
            "factor plus ratio",
            "You added the factor and the ratio. Each further training length adds the factor "
            "once.",
            lambda: _table(lambda s, r: s + r - 1 if r > 1 else 1),
            also=(lambda: _table(lambda s, r: s + r if r > 1 else 1),),
        ),
    ),
    parts=("half the length", "the training length", "twice", "three times", "five times"),
    columns=("the numbers for factor 2", "the numbers for factor 4"),
    hints=(
        "What is the bracket at the training length, for any factor?",
        "Each further training length adds the factor once.",
        "Start at the training length and count up in steps of 2 and of 4; below it, nothing "
        "changes.",
    ),
)
