"""Two words change places: whose states change, by mask and depth."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs

NOBODY, MOVED, ALL_BUT_LAST, ALL = [0, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]


def _table():
    """Return, for three stacks, which of the four words change their state."""
    return [NOBODY, MOVED, ALL]


EXERCISE = Exercise(
    id="position-who-changes",
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
        Misconception(
            "the stacks in another order",
            "Your rows are those of other stacks. The first row is that of two layers without a "
            "mask.",
            lambda: [ALL, MOVED, NOBODY],
            also=(
                lambda: [MOVED, ALL, NOBODY],
                lambda: [NOBODY, ALL, MOVED],
                lambda: [ALL, NOBODY, MOVED],
            ),
        ),
        Misconception(
            "zero for a change",
            "You have 0 and 1 the wrong way round: 1 stands for a state that changes.",
            lambda: [[1 - bit for bit in row] for row in _table()],
        ),
        Misconception(
            "only the first word sees itself alone",
            "You let one of the two words that were exchanged keep its state. Each of them has "
            "another past in the second sentence.",
            lambda: [NOBODY, [1, 0, 0, 0], ALL],
            also=(lambda: [NOBODY, [0, 1, 0, 0], ALL],),
        ),
        Misconception(
            "the last word without a change",
            "You let the last word keep its state through two causal layers. The second layer "
            "mixes states, and it sees those that have changed.",
            lambda: [NOBODY, MOVED, ALL_BUT_LAST],
        ),
        Misconception(
            "all change without a mask",
            "You let every word change without a mask. Each sees the same four words in both "
            "sentences, and nothing says in which order.",
            lambda: [ALL, MOVED, ALL],
        ),
    ),
    parts=("two layers without a mask", "one causal layer", "two causal layers"),
    hints=(
        "For each word: which words does it see in the first sentence, and which in the second?",
        "One layer mixes rows of the table. If a word sees the same bag of rows in both "
        "sentences, its state is the same.",
        "Two layers: the words that saw the same rows as before now see states, and those of `a` "
        "and `b` have changed.",
    ),
)
