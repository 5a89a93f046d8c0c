"""The frequencies of a head."""

from bothends.exercises.engine.exercise import Case, Exercise, Misconception


def _of_pairs(head_dim, base):
    return [base ** (-2 * i / head_dim) for i in range(head_dim // 2)]


def _without_the_two(head_dim, base):
    return [base ** (-i / head_dim) for i in range(head_dim // 2)]


def _from_one(head_dim, base):
    return [base ** (-2 * (i + 1) / head_dim) for i in range(head_dim // 2)]


def _growing(head_dim, base):
    return [1 / theta for theta in _of_pairs(head_dim, base)]


def _down_to_the_base(head_dim, base):
    last = max(1, head_dim // 2 - 1)
    return [base ** (-i / last) for i in range(head_dim // 2)]


EXERCISE = Exercise(
    id="12-frequencies",
    title="The frequencies of a head",
    minutes=8,
    difficulty="easy",
    kind="function",
    reference=_of_pairs,
    cases=lambda: [
        Case({"head_dim": 6, "base": 1000}, "three pairs"),
        Case({"head_dim": 8, "base": 10_000}, "the chapter's small head"),
        Case({"head_dim": 128, "base": 500_000}, "a large base"),
        Case({"head_dim": 2, "base": 100_000}, "one pair"),
    ],
    misconceptions=(
        Misconception(
            "the exponent halved",
            "Your pairs slow down half as fast as they should. The exponent is -2i / head_dim, "
            "with i the number of the pair.",
            _without_the_two,
        ),
        Misconception(
            "pairs counted from one",
            "Your fastest pair is already slower than 1 radian for each token. Pairs count from "
            "0: the first one has the exponent 0.",
            _from_one,
        ),
        Misconception(
            "frequencies that grow",
            "Your pairs get faster. Pair 0 is the fastest, at 1 radian for each token, and each "
            "later pair is slower: the exponent is negative.",
            _growing,
        ),
        Misconception(
            "down to the base itself",
            "Your slowest pair has the frequency 1 / base. The exponents end one step before -1, "
            "because pair head_dim / 2 does not exist.",
            _down_to_the_base,
        ),
        Misconception(
            "the base fixed at 10,000",
            "You wrote 10,000 into the formula. The base belongs to the model, and the function "
            "is told which one it is.",
            lambda head_dim, base: _of_pairs(head_dim, 10_000),
        ),
        Misconception(
            "one for each channel",
            "You gave one number for each channel. The two channels of a pair turn together, so "
            "there are head_dim / 2.",
            lambda head_dim, base: [base ** (-i / head_dim) for i in range(head_dim)],
        ),
        Misconception(
            "each frequency twice",
            "You listed each frequency twice. Some code keeps its tables so; asked for is one "
            "number for each pair.",
            lambda head_dim, base: [theta for theta in _of_pairs(head_dim, base) for _ in "ab"],
        ),
    ),
    hints=(
        "How many pairs has the head? What is the frequency of pair 0, for any base?",
        "Every pair is slower than the one before by the same factor. What is it?",
        "`base ** (-2 * i / head_dim)` for each i below head_dim // 2.",
    ),
)
