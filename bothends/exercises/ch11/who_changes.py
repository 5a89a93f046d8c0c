"""Two words change places: whose states change, by mask and depth."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs

NOBODY, MOVED, ALL_BUT_LAST, ALL = [0, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]


def _table():
    """Return, for three stacks, which of the four words change their state."""
    return [NOBODY, MOVED, ALL]


EXERCISE = Exercise(
    id="11-who-changes",
    title="Who changes",
    minutes=6,
    difficulty="medium",
    kind="table",
    reference=_table,
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "a causal mask that does nothing",
            "You say that nothing ever changes. That holds without a mask. With one, the first "
            "word sees itself alone, and after the swap another word is the first.",
            lambda: [NOBODY, NOBODY, NOBODY],
        ),
        Misconception(
            "a second layer like the first",
            "You gave two layers the answer of one. The second layer mixes the states that the "
            "first has made, and some of these are no longer what they were.",
            lambda: [NOBODY, MOVED, MOVED],
        ),
        Misconception(
            "all but the last",
            "You let every word but the last change in one layer. That takes a reordering in "
            "which each has other words before it. Which words stand before `c` here?",
            lambda: [NOBODY, ALL_BUT_LAST, ALL],
        ),
        Misconception(
            "order in the first layer",
            "You let one causal layer see the order of the words before `c` and `d`. It mixes "
            "them, and a mix with the same terms is the same.",
            lambda: [NOBODY, ALL, ALL],
        ),
        Misconception(
            "order without a mask",
            "Without a mask every word sees all four, in both sentences. A mix does not ask in "
            "which order its terms come.",
            lambda: [MOVED, MOVED, ALL],
        ),
    ),
    hints=(
        "For each word: which words does it see in the first sentence, and which in the second?",
        "One layer mixes rows of the table. If a word sees the same bag of rows in both "
        "sentences, its state is the same.",
        "Two layers: the words that saw the same rows as before now see states, and those of `a` "
        "and `b` have changed.",
    ),
)
