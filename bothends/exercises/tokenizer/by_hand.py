"""A text encoded by hand, with three merges."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs
from bothends.exercises.tokenizer.merge import merged

TEXT = "that_the_mat"
MERGES = [("a", "t"), ("h", "at"), ("t", "h")]
LETTERS = ["_", "a", "e", "h", "m", "t"]
VOCABULARY = LETTERS + ["".join(pair) for pair in MERGES]


def _encoded(text, merges):
    pieces = list(text)
    for pair in merges:
        pieces = merged(pieces, pair)
    return [VOCABULARY.index(piece) for piece in pieces]


def _each_merge_once(text, merges):
    pieces = list(text)
    for left, right in merges:
        for at in range(len(pieces) - 1):
            if pieces[at : at + 2] == [left, right]:
                pieces[at : at + 2] = [left + right]
                break
    return [VOCABULARY.index(piece) for piece in pieces]


EXERCISE = Exercise(
    id="tokenizer-encode-by-hand",
    title="Encode by hand",
    minutes=5,
    difficulty="medium",
    kind="table",
    reference=lambda: _encoded(TEXT, MERGES),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "letters only",
            "You wrote the ids of the letters. That is where encoding begins; then come the "
            "merges, one after the other.",
            lambda: _encoded(TEXT, []),
        ),
        Misconception(
            "from left to right",
            "You joined letters as you met them when reading. The merges have an order, the one in "
            "which they were learned: each goes over the whole text before the next, and a later "
            "one may join what an earlier one has made.",
            lambda: _encoded(TEXT, [("t", "h"), ("a", "t")]),
        ),
        Misconception(
            "the first merge only",
            "You stopped after the first merge. The other two come after it, in their order.",
            lambda: _encoded(TEXT, MERGES[:1]),
        ),
        Misconception(
            "blanks left out",
            "The blank, written _, is a character like any other. It has an id, and without it "
            "the words could not be told apart after decoding.",
            lambda: _encoded(TEXT.replace("_", ""), MERGES),
        ),
        Misconception(
            "one-based ids",
            "You counted the vocabulary from 1. The blank has the id 0, as the table says.",
            lambda: [id_ + 1 for id_ in _encoded(TEXT, MERGES)],
        ),
        Misconception(
            "the last merge left out",
            "You stopped after the second merge. The third one still finds its pair in the text.",
            lambda: _encoded(TEXT, MERGES[:2]),
        ),
        Misconception(
            "each merge once",
            "You applied each merge in one place only. A merge joins its pair wherever it stands.",
            lambda: _each_merge_once(TEXT, MERGES),
        ),
        Misconception(
            "the first word only",
            "You applied the merges to the first word and left the others in letters. A merge goes "
            "over the whole text.",
            lambda: _encoded(TEXT[:4], MERGES) + _encoded(TEXT[4:], []),
        ),
    ),
    row_rules=(
        "[0]: in the first word the second merge uses up the h. What is left before it?",
        "[1]: the second merge joins what the first has made with the letter before it.",
        "[2]: the blank is a piece of its own.",
        "[3]: in the second word the h is still there for the third merge.",
        "[4]: the e of the second word joins nothing.",
        "[5]: the blank is a piece of its own.",
        "[6]: no merge has an m in it.",
        "[7]: the first merge joins the last two letters, and no h stands before them.",
    ),
    hints=(
        "Write the twelve characters in a row. Which of them does the first merge join?",
        "Go over the whole text once for each merge. What the first merge has joined is one piece "
        "for the second.",
        "In the first word the second merge uses up the h, so the third finds nothing to join "
        "there. In the second word it does.",
    ),
)
