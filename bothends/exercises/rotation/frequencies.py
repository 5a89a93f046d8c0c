"""The frequencies of a head."""

import math

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
    id="rotation-frequencies",
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
        Misconception(
            "wavelengths",
            "These are wavelengths, the tokens that a full turn takes. Asked for are frequencies, "
            "in radians per token.",
            lambda head_dim, base: [2 * math.pi / theta for theta in _of_pairs(head_dim, base)],
        ),
        Misconception(
            "turns for radians",
            "These are turns per token. Asked for are radians, and a turn has 2 pi of them.",
            lambda head_dim, base: [theta / (2 * math.pi) for theta in _of_pairs(head_dim, base)],
        ),
        Misconception(
            "twice the exponent",
            "Your pairs slow down too fast. The exponent is -2i / head_dim, with i the number of "
            "the pair.",
            lambda head_dim, base: [base ** (-4 * i / head_dim) for i in range(head_dim // 2)],
        ),
        Misconception(
            "one frequency for all",
            "All your pairs have the frequency 1. A whole division makes every exponent 0: divide "
            "with `/`.",
            lambda head_dim, base: [1.0] * (head_dim // 2),
        ),
        Misconception(
            "a straight line",
            "Your frequencies fall by equal steps. Each is the one before times a factor.",
            lambda head_dim, base: [1 - 2 * i / head_dim for i in range(head_dim // 2)],
        ),
        Misconception(
            "divided by the base",
            "You divided by the base times the number of the pair. The base is raised to a power.",
            lambda head_dim, base: [1 / (base * i) if i else 1.0 for i in range(head_dim // 2)],
        ),
    ),
    hints=(
        "How many pairs has the head? What is the frequency of pair 0, for any base?",
        "Every pair is slower than the one before by the same factor. What is it?",
        "`base ** (-2 * i / head_dim)` for each i below head_dim // 2.",
    ),
)
