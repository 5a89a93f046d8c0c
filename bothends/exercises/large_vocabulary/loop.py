"""Why a loop over chunks did not make room enough."""

from bothends.exercises.engine.choice import choice

EXERCISE = choice(
    id="memory-why-a-loop",
    title="The loop that did not help",
    minutes=4,
    difficulty="medium",
    right=("C", "3"),
    claims={
        "A": (
            "right reason, wrong cure",
            "If all chunks are kept until the end, what does it matter how they are cut?",
        ),
        "B": (
            "the table thought to fill the memory",
            "The table takes part in every chunk, and it is there once: 32,768 rows of 256 "
            "numbers. The logits are sixteen times as large, and they need not all be there at "
            "once.",
        ),
    },
    reasons={
        "1": (
            "the largest tensor taken for all of them",
            "That is true, and the loop would be cheap if each of these tensors were gone before"
            " the next. Why is it not gone?",
        ),
        "2": (
            "the table and its gradient blamed",
            "They stay in your cure, too. What is it that stays in this loop, and would go in "
            "your cure?",
        ),
        "4": (
            "right claim, but a slice taken for a copy",
            "`split` copies nothing: a chunk of the hidden states is a view. Which tensors does "
            "the loop make new in each round?",
        ),
    },
    pairs={
        ("A", "1"): (
            "smaller chunks hoped for",
            "Half the chunk makes twice as many chunks. What is kept of them, taken together, is"
            " as large as before.",
        ),
        ("B", "2"): (
            "the table blamed",
            "The table and its gradient do stay. But here the table has 32,768 rows of 256 "
            "numbers, and the logits are sixteen times as large.",
        ),
    },
    hints=(
        "What does the chapter's count say after the forward pass, for all at once and for the "
        "loop?",
        "The loss of each chunk is still to be sent back. What does it need for that, and when?",
        "Look for the claim that lets each chunk's logits go before the next chunk, and for the "
        "reason why they otherwise stay.",
    ),
)
