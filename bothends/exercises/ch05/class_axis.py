"""The axis of the words, where T equals V."""

from bothends.exercises.engine.exercise import Exercise, Misconception, choice, no_inputs

EXERCISE = Exercise(
    id="05-class-axis",
    title="No error, and yet",
    minutes=4,
    difficulty="medium",
    kind="choice",
    reference=choice("C", "2"),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "the last axis believed in",
            "The words do stand on the last axis, and `logits.softmax(-1)` would use it. "
            "`F.cross_entropy` has a rule of its own: look it up in the chapter.",
            choice("A", "1"),
        ),
        Misconception(
            "a square taken for symmetric",
            "Equal sizes do not make equal contents: the entry for place 0 and word 3 is not that "
            "for place 3 and word 0.",
            choice("A", "4"),
        ),
        Misconception(
            "fitting sizes taken for a right answer",
            "The reason is true, and it says why there is no error. No error is not the same as a "
            "right number: which axis did the softmax run along?",
            choice("A", "2"),
        ),
        Misconception(
            "the mean trusted to mend it",
            "The mean comes last. Before it, each softmax has already chosen its competitors, and "
            "these are the wrong ones.",
            choice("B", "3"),
        ),
        Misconception(
            "right claim, reason against it",
            "If the last axis were taken for the words, all would be well. Your claim says that "
            "it is not.",
            choice("C", "1"),
        ),
    ),
    hints=(
        "Work the chapter's example with T = V = 2 by hand: along which axis do the numbers give "
        "0.1809?",
        "If the sequences had five tokens, there would be an error. What does that say about what "
        "torch looks at?",
        "It knows places and sizes of axes, not their meaning. Look for the reason that names a "
        "place and a size.",
    ),
)
