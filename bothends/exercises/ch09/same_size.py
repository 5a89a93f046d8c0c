"""A tokenizer of the right size that is the wrong one."""

from bothends.exercises.engine.exercise import Exercise, Misconception, choice, no_inputs

EXERCISE = Exercise(
    id="09-same-size",
    title="The right size, the wrong tokenizer",
    minutes=4,
    difficulty="easy",
    kind="choice",
    reference=choice("C", "3"),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "sizes taken for the contract",
            "Equal sizes say that every id finds a row. They do not say that it is the row of "
            "the token that was meant.",
            choice("A", "1"),
        ),
        Misconception(
            "an error expected",
            "No id is out of range here, so nothing raises. That is what makes this case worse "
            "than a table that is too small.",
            choice("B", "4"),
        ),
        Misconception(
            "a repair by growing",
            "Growing adds rows for new ids. Here every id has a row already, and some of them "
            "are the rows of other tokens.",
            choice("D", "2"),
        ),
        Misconception(
            "right claim, reason of the sizes",
            "That is true, and it is why no error is raised. It does not say why the words come "
            "out wrong.",
            choice("C", "1"),
        ),
    ),
    hints=(
        "Encode one word with both tokenizers. Which rows does the model read?",
        "A row was trained for one token. What did the new training do to the ids of the merges?",
        "Nothing is missing and nothing is out of range. Look for the claim that stays true when "
        "no error is raised.",
    ),
)
