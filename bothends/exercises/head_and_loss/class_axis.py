"""The axis of the words, where T equals V."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="head-class-axis",
    title="No error, and yet",
    minutes=4,
    difficulty="medium",
    right=("C", "2"),
    claims={
        "A": (
            "no error taken for a right answer",
            "That nothing is raised says that sizes fit. Along which axis did the softmax run, "
            "and which numbers did it compare?",
        ),
        "B": (
            "a mean thought to mend it",
            "If each single loss compares the wrong numbers, what should make their mean come "
            "out right?",
        ),
    },
    reasons={
        "1": (
            "right claim, reason against it",
            "If the last axis were taken for the words, all would be well. Your claim says that "
            "it is not.",
        ),
        "3": (
            "the order of the axes thought not to matter",
            "The mean is indeed the same in any order. The softmax comes before it, and what it "
            "compares does depend on the axis.",
        ),
        "4": (
            "a square taken for its mirror image",
            "Equal sizes do not make equal contents: the entry for place 0 and word 3 is not "
            "that for place 3 and word 0.",
        ),
    },
    pairs={
        ("A", "1"): (
            "the last axis believed in",
            "The words do stand on the last axis, and `logits.softmax(-1)` would use it. "
            "`F.cross_entropy` has a rule of its own: look it up in the chapter.",
        ),
        ("A", "2"): (
            "fitting sizes taken for a right answer",
            "The reason is true, and it says why there is no error. No error is not the same as "
            "a right number: which axis did the softmax run along?",
        ),
        ("A", "4"): (
            "a square taken for symmetric",
            "Equal sizes do not make equal contents: the entry for place 0 and word 3 is not "
            "that for place 3 and word 0.",
        ),
        ("B", "3"): (
            "the mean trusted to mend it",
            "The mean comes last. Before it, each softmax has already chosen its competitors, "
            "and these are the wrong ones.",
        ),
    },
    hints=(
        "Work the chapter's example with T = V = 2 by hand: along which axis do the numbers give"
        " 0.1809?",
        "If the sequences had five tokens, there would be an error. What does that say about "
        "what torch looks at?",
        "It knows places and sizes of axes, not their meaning. Look for the reason that names a "
        "place and a size.",
    ),
)
