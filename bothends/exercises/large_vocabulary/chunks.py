"""The mean loss in chunks, with targets that are not counted."""

import math
import random
import tracemalloc
from collections.abc import Callable

from bothends.exercises.engine.attempt import call
from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.head_and_loss.softmax import softmax
from bothends.exercises.head_and_loss.token_loss import loss_of_one

IGNORED = -100


def _losses(hidden, weight, targets):
    """Return the loss of each position, None where the target is not counted."""
    losses = []
    for h, target in zip(hidden, targets, strict=True):
        logits = [sum(a * b for a, b in zip(h, row, strict=True)) for row in weight]
        losses.append(None if target == IGNORED else loss_of_one(logits, target))
    return losses


def _counted(hidden, weight, targets):
    return [loss for loss in _losses(hidden, weight, targets) if loss is not None]


def _by_chunks(hidden, weight, targets, chunk_size):
    losses = _losses(hidden, weight, targets)
    starts = range(0, len(losses), chunk_size)
    return [[x for x in losses[s : s + chunk_size] if x is not None] for s in starts]


def _mean(losses):
    return sum(losses) / len(losses) if losses else float("nan")


def loss_per_target(hidden, weight, targets, chunk_size):
    """Return the sum of all counted losses over their number; no chunk changes it."""
    return _mean(_counted(hidden, weight, targets))


def _mean_of_means(hidden, weight, targets, chunk_size):
    return _mean([_mean(one) for one in _by_chunks(hidden, weight, targets, chunk_size)])


def _weighted_by_length(hidden, weight, targets, chunk_size):
    chunks = _by_chunks(hidden, weight, targets, chunk_size)
    lengths = [min(chunk_size, len(targets) - i * chunk_size) for i in range(len(chunks))]
    means = [_mean(one) * size for one, size in zip(chunks, lengths, strict=True)]
    return sum(means) / len(targets)


def _over_all_positions(hidden, weight, targets, chunk_size):
    return sum(_counted(hidden, weight, targets)) / len(targets)


def _without_the_last(hidden, weight, targets, chunk_size):
    whole = len(targets) // chunk_size * chunk_size
    return loss_per_target(hidden[:whole], weight, targets[:whole], chunk_size)


def _total(hidden, weight, targets, chunk_size):
    return sum(_counted(hidden, weight, targets))


def _last_chunk(hidden, weight, targets, chunk_size):
    return _mean(_by_chunks(hidden, weight, targets, chunk_size)[-1])


def _mean_of_full_chunks(hidden, weight, targets, chunk_size):
    chunks = filter(None, _by_chunks(hidden, weight, targets, chunk_size))
    return _mean([_mean(one) for one in chunks])


def _over_chunks(hidden, weight, targets, chunk_size):
    chunks = _by_chunks(hidden, weight, targets, chunk_size)
    return sum(map(sum, chunks)) / len(chunks)


def _a_word_for_ignored(word):
    def answer(hidden, weight, targets, chunk_size):
        words = [word % len(weight) if target == IGNORED else target for target in targets]
        return loss_per_target(hidden, weight, words, chunk_size)

    return answer


def _summed_means(hidden, weight, targets, chunk_size):
    chunks = filter(None, _by_chunks(hidden, weight, targets, chunk_size))
    return sum(_mean(one) for one in chunks)


def _first_chunk(hidden, weight, targets, chunk_size):
    return _mean(_by_chunks(hidden, weight, targets, chunk_size)[0])


def _counted_out_of_all(word):
    """Return the sum over all positions, a word in the place of -100, over the counted ones."""

    def answer(hidden, weight, targets, chunk_size):
        words = [word % len(weight) if target == IGNORED else target for target in targets]
        counted = sum(target != IGNORED for target in targets)
        return sum(_counted(hidden, weight, words)) / counted

    return answer


def _some_over_all(keep):
    """Return the counted losses that `keep` leaves of each chunk, over the number of all."""

    def answer(hidden, weight, targets, chunk_size):
        losses = _losses(hidden, weight, targets)
        starts = range(0, len(losses), chunk_size)
        kept = [keep(losses[at : at + chunk_size], at, len(losses), chunk_size) for at in starts]
        counted = [loss for one in kept for loss in one if loss is not None]
        return sum(counted) / max(1, len(_counted(hidden, weight, targets)))

    return answer


def _counted_in_whole_chunks(hidden, weight, targets, chunk_size):
    whole = len(targets) // chunk_size * chunk_size
    losses = _counted(hidden[:whole], weight, targets[:whole])
    return sum(losses) / max(1, len(losses))


def _weighted_where_counted(hidden, weight, targets, chunk_size):
    chunks = _by_chunks(hidden, weight, targets, chunk_size)
    starts = range(0, len(targets), chunk_size)
    lengths = [len(targets[at : at + chunk_size]) for at in starts]
    pairs = zip(chunks, lengths, strict=True)
    return sum(_mean(one) * size for one, size in pairs if one) / len(targets)


def _probabilities_as_logits(hidden, weight, targets, chunk_size):
    logits = [[sum(a * b for a, b in zip(h, row, strict=True)) for row in weight] for h in hidden]
    pairs = zip(map(softmax, logits), targets, strict=True)
    return _mean([loss_of_one(p, target) for p, target in pairs if target != IGNORED])


def _words_in_chunks(hidden, weight, targets, chunk_size):
    losses = []
    for h, target in zip(hidden, targets, strict=True):
        if target != IGNORED:
            start = target // chunk_size * chunk_size
            part = weight[start : start + chunk_size]
            losses += _losses([h], part, [target - start])
    return sum(losses) / len(losses)


N, V, CHUNK = 256, 1000, 2  # all logits are a megabyte, those of a chunk are not
BYTES = 500_000


def complain_of_logits(function: Callable) -> str | None:
    """Say so if the function forms more logits at one time than a chunk has."""
    import torch

    hidden, weight = torch.ones(N, 1, device="cpu"), torch.ones(V, 1, device="cpu")
    targets = torch.ones(N, dtype=torch.int64, device="cpu")
    inputs = hidden, weight, targets, CHUNK
    call(function, *inputs)  # what it imports is not counted below
    largest, taken = _largest_tensor(function, inputs), _memory(function, inputs)
    if largest <= CHUNK * V and taken < BYTES:
        return None
    what = f"a tensor of {largest:,} numbers" if largest > CHUNK * V else f"{taken:,} bytes"
    remedy = (
        "cut the hidden states before the product."
        if largest == N * V or largest <= CHUNK * V
        else "`chunk_size` is how many positions a chunk has, not how many chunks there are."
    )
    return (
        f"The numbers are right, but for {N} positions, {V} words and chunks of {CHUNK} your "
        f"function made {what} at one time. A chunk has {CHUNK * V:,} logits: {remedy}"
    )


def _largest_tensor(function: Callable, inputs: tuple) -> int:
    """Return how many numbers the largest tensor has that an operation of torch returns."""
    import torch
    from torch.overrides import TorchFunctionMode

    largest = 0

    class Watch(TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            nonlocal largest
            out = func(*args, **(kwargs or {}))
            if isinstance(out, torch.Tensor):
                largest = max(largest, out.numel())
            return out

    with Watch():
        call(function, *inputs)
    return largest


def _memory(function: Callable, inputs: tuple) -> int:
    """Return the most bytes that lists and numpy's arrays take at one time."""
    tracemalloc.start()
    try:
        call(function, *inputs)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _cases():
    draw = random.Random(8)

    def some(rows, width):
        return [[draw.randint(-4, 4) / 2 for _ in range(width)] for _ in range(rows)]

    table = [[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [1.0, 1.0]]
    six = [[1.0, 2.0], [1.0, 1.0], [2.0, 1.0], [1.0, 2.0], [1.0, 1.0], [2.0, 1.0], [0.0, 1.0]]
    no = IGNORED
    cases = [
        (six, table, [3, 3, 0, 3, no, 2, 1], 3, "a short last chunk"),
        (six[:6], table, [3, 3, 1, 3, no, no], 3, "the chapter's six positions"),
        (some(8, 3), some(5, 3), [4, no, no, no, no, 2, 0, 1], 2, "a chunk with no target"),
        (some(5, 4), some(6, 4), [0, 5, 3, no, 1], 9, "a chunk longer than the batch"),
        (some(3, 3), some(3, 3), [2, 0, 1], 1, "all sizes equal"),
        (
            [[40.0, 1.0], [-1.0, 50.0]],
            [[20.0, 0.0], [0.0, 30.0], [1.0, 1.0]],
            [1, 0],
            1,
            "huge logits",
        ),
        (some(7, 2), some(4, 2), [0, 3, 1, no, 2, 3, 3], 4, "seven positions"),
    ]
    names = ("hidden", "weight", "targets", "chunk_size")
    return [Case(dict(zip(names, inputs, strict=True)), note) for *inputs, note in cases]


EXERCISE = Exercise(
    id="memory-chunked-loss",
    title="A loss in chunks",
    minutes=8,
    difficulty="hard",
    kind="function",
    reference=loss_per_target,
    cases=_cases,
    misconceptions=(
        Misconception(
            "a mean of means",
            "You averaged the chunks' means. Chunks with few counted targets then weigh as much "
            "as full ones: add the totals, add the counts, divide once.",
            _mean_of_means,
            also=(_mean_of_full_chunks,),
        ),
        Misconception(
            "chunks weighted by their length",
            "You weighted each chunk's mean by its number of positions. Its weight is its number "
            "of counted targets.",
            _weighted_by_length,
        ),
        Misconception(
            "divided by all positions",
            "You divided by the number of positions. Those with target -100 have no loss and are "
            "not counted.",
            _over_all_positions,
        ),
        Misconception(
            "the short last chunk dropped",
            "The positions after the last full chunk are missing. A chunk may be shorter than the "
            "others.",
            _without_the_last,
        ),
        Misconception(
            "the total for the mean",
            "This is the sum of the losses. Divide it once by the number of counted targets.",
            _total,
        ),
        Misconception(
            "only the last chunk",
            "This is the loss of the last chunk alone. Add each chunk to a running total.",
            _last_chunk,
        ),
        Misconception(
            "only the first chunk",
            "This is the loss of the first chunk alone. Does `return` stand inside the loop?",
            _first_chunk,
        ),
        Misconception(
            "divided by the number of chunks",
            "Your total is right, and you divided it by the number of chunks. Divide by the number "
            "of counted targets.",
            _over_chunks,
        ),
        Misconception(
            "means added up",
            "You added the means of the chunks. Add their totals, add their counts, and divide "
            "once.",
            _summed_means,
        ),
        Misconception(
            "a word where none is asked for",
            "You took -100 for a word. Such a position has no loss and is not counted.",
            _a_word_for_ignored(0),
            also=(
                _a_word_for_ignored(-1),
                _a_word_for_ignored(IGNORED),
                *map(_counted_out_of_all, (0, -1, IGNORED)),
            ),
        ),
        Misconception(
            "a logarithm to base two",
            "Your numbers are right in bits. The loss is in nats: use the natural logarithm.",
            lambda *inputs: loss_per_target(*inputs) / math.log(2),
        ),
        Misconception(
            "chunks that overlap",
            "Your chunks begin one position after each other, so most positions count several "
            "times. They begin chunk_size apart.",
            lambda hidden, weight, targets, chunk_size: _mean(
                [
                    x
                    for start in range(len(targets))
                    for x in _counted(
                        hidden[start : start + chunk_size],
                        weight,
                        targets[start : start + chunk_size],
                    )
                ]
            ),
            also=(
                lambda hidden, weight, targets, chunk_size: _mean(
                    [
                        x
                        for start in range(len(targets) - 1)
                        for x in _counted(
                            hidden[start : start + chunk_size],
                            weight,
                            targets[start : start + chunk_size],
                        )
                    ]
                ),
            ),
        ),
        Misconception(
            "the last chunk dropped",
            "You went through whole chunks only. The last one may be shorter, and it counts too.",
            _counted_in_whole_chunks,
        ),
        Misconception(
            "a sum that begins anew",
            "Your sum keeps the last chunk alone: it is set anew in each round. Add to it.",
            _some_over_all(lambda one, at, n, size: one if at + len(one) == n else []),
        ),
        Misconception(
            "the edge of each chunk lost",
            "Your slices end one position early, or begin one late. `x[a : a + chunk_size]` leaves "
            "nothing out.",
            _some_over_all(lambda one, at, n, size: one[: size - 1]),
            also=(_some_over_all(lambda one, at, n, size: one[1:]),),
        ),
        Misconception(
            "means weighted by the length of a chunk",
            "You weighted each chunk's mean by its length. What counts are its counted targets.",
            _weighted_where_counted,
        ),
        Misconception(
            "a softmax too many",
            "You handed probabilities to `cross_entropy`. It takes logits, and does the softmax "
            "itself.",
            _probabilities_as_logits,
        ),
        Misconception(
            "the words cut into chunks",
            "You cut the vocabulary, and each softmax sees a part of the words. Chunks are of "
            "positions; each of them needs all words.",
            _words_in_chunks,
        ),
    ),
    hints=(
        "Which two numbers must you carry from chunk to chunk?",
        "`hidden.split(chunk_size)` and `targets.split(chunk_size)` give chunks, the last one "
        "perhaps shorter. `F.cross_entropy` can sum instead of taking the mean.",
        "For each chunk add `F.cross_entropy(x @ weight.T, t, reduction='sum')` to the total and "
        "`(t != -100).sum()` to the count. Divide after the loop.",
    ),
    gives="tensors",
    rule=complain_of_logits,
    rtol=1e-4,
    atol=1e-6,
)
