"""Why a loop over chunks did not make room enough."""

from bothends.exercises.engine.exercise import Exercise, Misconception, choice, no_inputs

EXERCISE = Exercise(
    id="08-why-a-loop",
    title="The loop that did not help",
    minutes=4,
    difficulty="medium",
    kind="choice",
    reference=choice("C", "3"),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "smaller chunks hoped for",
            "Half the chunk makes twice as many chunks. What is kept of them, taken together, is "
            "as large as before.",
            choice("A", "1"),
        ),
        Misconception(
            "the table blamed",
            "The table and its gradient do stay. But here the table has 32,768 rows of 256 "
            "numbers, and the logits are sixteen times as large.",
            choice("B", "2"),
        ),
        Misconception(
            "right claim, but a slice taken for a copy",
            "`split` copies nothing: a chunk of the hidden states is a view. Which tensors does "
            "the loop make new in each round?",
            choice("C", "4"),
        ),
        Misconception(
            "right reason, wrong cure",
            "If all chunks are kept until the end, what does it matter how they are cut?",
            choice("A", "3"),
        ),
    ),
    hints=(
        "What does the chapter's count say after the forward pass, for all at once and for the "
        "loop?",
        "The loss of each chunk is still to be sent back. What does it need for that, and when?",
        "Look for the claim that lets each chunk's logits go before the next chunk, and for the "
        "reason why they otherwise stay.",
    ),
)
