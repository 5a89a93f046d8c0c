"""Row and state of the same word."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs


def same_vector():
    """Return rows: rows and states of the first pair, then of the second."""
    return [[1, 1, 1, 1, 0], [1, 1, 1, 1, 0], [1, 0, 1, 1, 1], [1, 0, 0, 0, 0]]


EXERCISE = Exercise(
    id="model-same-vector",
    title="The same vector?",
    minutes=6,
    difficulty="medium",
    kind="table",
    reference=same_vector,
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "looking at the whole sentence",
            "You let each word see the whole sentence. The model is causal: a place sees what "
            "came before it, and itself.",
            lambda: [[1, 1, 1, 1, 0], [0, 0, 0, 0, 0], [1, 0, 1, 1, 1], [0, 0, 0, 0, 0]],
        ),
        Misconception(
            "states like rows",
            "You gave the states the pattern of the rows. Then the blocks would do nothing: what "
            "stood before a word would not matter.",
            lambda: [[1, 1, 1, 1, 0], [1, 1, 1, 1, 0], [1, 0, 1, 1, 1], [1, 0, 1, 1, 1]],
        ),
        Misconception(
            "rows like states",
            "You gave the rows the pattern of the states. A row is read from the table by its id "
            "alone.",
            lambda: [[1, 1, 1, 1, 0], [1, 1, 1, 1, 0], [1, 0, 0, 0, 0], [1, 0, 0, 0, 0]],
        ),
        Misconception(
            "only the neighbour matters",
            "You let a word see only the one before it. Attention reaches every place before.",
            lambda: [[1, 1, 1, 1, 0], [1, 1, 1, 1, 0], [1, 0, 1, 1, 1], [1, 0, 0, 1, 1]],
        ),
        Misconception(
            "different taken for equal",
            "You have 0 and 1 the wrong way round: 1 stands for equal.",
            lambda: [[0, 0, 0, 0, 1], [0, 0, 0, 0, 1], [0, 1, 0, 0, 0], [0, 1, 1, 1, 1]],
        ),
        Misconception(
            "states equal wherever the words are",
            "You let states be equal at places with the same word and a different past, as long as "
            "the word before is the same. The state depends on every word before.",
            lambda: [[1, 1, 1, 1, 0], [1, 1, 1, 1, 0], [1, 0, 1, 1, 1], [1, 0, 0, 0, 1]],
        ),
        Misconception(
            "a word's own change not seen",
            "You let a state stay equal at the place where the words differ. Each place sees "
            "itself.",
            lambda: [[1, 1, 1, 1, 0], [1, 1, 1, 1, 1], [1, 0, 1, 1, 1], [1, 1, 0, 0, 0]],
        ),
    ),
    parts=(
        "the rows of the first pair",
        "the states of the first pair",
        "the rows of the second pair",
        "the states of the second pair",
    ),
    hints=(
        "A row depends on the id. In which places do the two sentences of a pair have one id?",
        "A state depends on its own id and on every id before it. Where do the pasts agree?",
        "Once the pasts have parted, they never come together again.",
    ),
)
