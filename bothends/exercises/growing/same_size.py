"""A tokenizer of the right size that is the wrong one."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="growing-same-size",
    title="The right size, the wrong tokenizer",
    minutes=4,
    difficulty="easy",
    right=("C", "3"),
    claims={
        "A": (
            "two of one size thought to fit",
            "Equal sizes say that every id finds a row. They do not say that it is the row of "
            "the token that was meant.",
        ),
        "B": (
            "an error expected from a new merge",
            "No id is out of range here, so nothing raises. That is what makes this case worse "
            "than a table that is too small.",
        ),
        "D": (
            "growing thought to help",
            "Growing adds rows for new ids. Here every id has a row already, and some of them "
            "are the rows of other tokens.",
        ),
    },
    reasons={
        "1": (
            "right claim, reason of the sizes",
            "That is true, and it is why no error is raised. It does not say why the words come "
            "out wrong.",
        ),
        "2": (
            "rows thought to be missing",
            "There are 384 rows and 384 ids, so each new merge has one. Whose row is it?",
        ),
        "4": (
            "a softmax thought to refuse",
            "A softmax sees numbers and no tokens. It refuses none of them.",
        ),
    },
    pairs={
        ("A", "1"): (
            "sizes taken for the contract",
            "Equal sizes say that every id finds a row. They do not say that it is the row of "
            "the token that was meant.",
        ),
        ("A", "3"): (
            "a right reason, and no worry",
            "You say yourself that ids and rows no longer belong together. What does the model "
            "then read, and what does it say?",
        ),
        ("B", "2"): (
            "an error expected for want of rows",
            "No id is missing a row: there are 384 of both. What would raise?",
        ),
        ("B", "4"): (
            "an error expected",
            "No id is out of range here, so nothing raises. That is what makes this case worse "
            "than a table that is too small.",
        ),
        ("D", "2"): (
            "a repair by growing",
            "Growing adds rows for new ids. Here every id has a row already, and some of them "
            "are the rows of other tokens.",
        ),
    },
    hints=(
        "Encode one word with both tokenizers. Which rows does the model read?",
        "A row was trained for one token. What did the new training do to the ids of the merges?",
        "Nothing is missing and nothing is out of range. Look for the claim that stays true when"
        " no error is raised.",
    ),
)
