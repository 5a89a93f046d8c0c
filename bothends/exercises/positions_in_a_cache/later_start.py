"""A padded row whose positions begin later."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="cache-later-start",
    title="A row that begins later",
    minutes=4,
    difficulty="medium",
    right=("B", "3"),
    claims={
        "A": (
            "another place thought to matter",
            "Take two tokens of the prompt and compute their score, once at their old places and"
            " once at the new ones.",
        ),
        "C": (
            "later tokens thought to differ",
            "Prompt and written tokens get their positions by one rule, the slot. What should "
            "set the later tokens apart from the first?",
        ),
    },
    reasons={
        "1": (
            "right claim, reason of zero keys",
            "A row of padding need not be zero, and a key of zeros would still get a share of "
            "the softmax. It is the mask that hides these slots.",
        ),
        "2": (
            "a beginning at position 0 believed in",
            "A rotation has no such place: nothing in a score says where the count began. And if"
            " it did, the two would differ.",
        ),
        "4": (
            "two counts seen where there is one",
            "If there were two counts, the answers would differ. Read again where the position "
            "of a written token comes from.",
        ),
    },
    pairs={
        ("A", "2"): (
            "position 0 taken for a beginning",
            "A rotation has no such place: nothing in a score says where the count began.",
        ),
        ("A", "3"): (
            "the reason read the wrong way",
            "The reason is right. What can a score depend on, then, besides the two vectors?",
        ),
        ("C", "4"): (
            "two counts where there is one",
            "That would be a real mistake. Read the question again: where does the position of a"
            " written token come from, and where that of a prompt token?",
        ),
    },
    hints=(
        "Write down the slots of the three prompt tokens and of the first token written.",
        "Take all pairs of them and subtract. Do the same without padding.",
        "Look for the reason that speaks of what a score of rotated vectors depends on.",
    ),
)
