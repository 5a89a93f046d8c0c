"""What an error of the learner's own code most likely comes from, in plain words."""

import re

# The type of the error, what its text says, and the likeliest cause; the first that fits is told.
CAUSES = (
    (
        IndexError,
        "too many indices|dimension specified as|Dimension out of range|invalid index",
        "The inputs have fewer axes here than the code asks for.",
    ),
    (
        IndexError,
        "shape mismatch|broadcast",
        "Two lists of indices do not go together: they must have one shape.",
    ),
    (
        IndexError,
        "vector|1-D|1D|one-dimensional",
        "This takes a flat list of ids: make ids flat first, and what goes with them into rows.",
    ),
    (
        IndexError,
        "-100",
        "-100 marks what does not count. It is no place: leave these out first.",
    ),
    (
        IndexError,
        "tensors used as indices must",
        "A tensor of numbers with a fraction stands where ids belong.",
    ),
    (
        IndexError,
        "",
        "A place is asked for that is not there: places count from 0, so the last one is the "
        "length less 1. Either the code looks one further at the end, or what it looks into is "
        "too short: has it a place for each id?",
    ),
    (ZeroDivisionError, "", "What it divides by can be 0: for this input nothing is counted."),
    (OverflowError, "", "A number became too large: e to such a power cannot be written down."),
    (
        ValueError,
        "math domain error|expected a positive|expected a nonnegative",
        "A logarithm or root was asked for of a number that has none: 0 or below.",
    ),
    (
        ValueError,
        "unpack",
        "The code gives names to so many parts, and the input has another number of them.",
    ),
    (
        ValueError,
        "empty|no item",
        "A list is empty here. What is the answer when there is nothing?",
    ),
    (
        ValueError,
        "argument|longer|shorter",
        "Two lists that are gone through together have different lengths.",
    ),
    (KeyError, "", "A dictionary is asked for an entry that it does not hold."),
    (
        TypeError,
        "not iterable|has no len|not subscriptable|0-d tensor",
        "One number stands where the code expects a list of them.",
    ),
    (
        TypeError,
        "must be integers|unhashable type: .list|only integer|list. and .int|int. and .list",
        "A list stands where the code expects one number: the input is nested deeper.",
    ),
    (
        TypeError,
        "list. and|and .list|multiply sequence",
        "Lists are not vectors: + puts them one behind the other. Go number by number.",
    ),
    (
        AttributeError,
        "'list' object",
        "The input is a plain list, and this belongs to tensors: make a tensor of it first.",
    ),
    (
        AttributeError,
        "'Tensor' object",
        "The input is a tensor, and this belongs to something else.",
    ),
    (NameError, "", "This name was given to nothing. Is it spelled as where it was set?"),
    (UnboundLocalError, "", "It is read before it was set in this function."),
    (
        RuntimeError,
        "size|shape|dimension|broadcast",
        "Two shapes do not go together here: print both before this line.",
    ),
    (
        RuntimeError,
        "dtype|same type|expected scalar",
        "Two tensors of different dtypes meet here.",
    ),
    (
        RuntimeError,
        "leaf|in-place|inplace",
        "A tensor that gradients are taken of was changed in place: do it in torch.no_grad().",
    ),
    (
        RuntimeError,
        "does not require grad",
        "No gradient was asked for: nothing that the loss was made of has requires_grad.",
    ),
    (SystemExit, "", "exit() ends the program; a function hands its answer over with `return`."),
)


def cause(error: BaseException) -> str | None:
    """Return the likeliest cause of an error, if it is one that is known."""
    try:
        text = str(error)
    except BaseException:
        return None
    fitting = (
        words
        for kind, pattern, words in sorted(CAUSES, key=lambda one: -len(one[0].__mro__))
        if isinstance(error, kind) and re.search(pattern, text)
    )
    return next(fitting, None)
