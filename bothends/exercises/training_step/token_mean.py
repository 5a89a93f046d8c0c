"""The loss of a batch that was cut into parts."""

import random
from statistics import median

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain


def token_mean(losses, counted):
    """Return the mean of the counted losses, all parts together."""
    return _mean(_kept(losses, counted))


def _kept(losses, counted, mark=1):
    """Return the losses whose mark is `mark`."""
    pairs = zip(_flat(losses), _flat(counted), strict=True)
    return [loss for loss, one in pairs if one == mark]


def _flat(parts):
    return [x for part in plain(parts) for x in part]


def _mean(numbers):
    return sum(numbers) / len(numbers)


def _mean_of_means(losses, counted):
    parts = [[*map(plain, part)] for part in zip(losses, counted, strict=True)]
    return _mean([token_mean([one], [marks]) for one, marks in parts if any(marks)])


def _all_places(losses, counted):
    return _mean(_flat(losses))


def _over_all_places(losses, counted):
    return _summed(losses, counted) / len(_flat(losses))


def _over_counted_places(losses, counted):
    return sum(_flat(losses)) / sum(_flat(counted))


def _summed(losses, counted):
    return sum(_kept(losses, counted))


def _over_parts(losses, counted):
    return _summed(losses, counted) / len(losses)


def _wrong_way(losses, counted):
    return _mean(_kept(losses, counted, mark=0))


def _parts_of(losses, counted):
    pairs = [(plain(one), plain(marks)) for one, marks in zip(losses, counted, strict=True)]
    return [(token_mean([one], [marks]), len(one)) for one, marks in pairs if any(marks)]


def _weighted_by_places(losses, counted):
    return sum(mean * places for mean, places in _parts_of(losses, counted)) / len(_flat(losses))


def _sum_of_means(losses, counted):
    return sum(mean for mean, _ in _parts_of(losses, counted))


def _empty_parts_as_zero(losses, counted):
    return _sum_of_means(losses, counted) / len(losses)


def _whole_number(losses, counted):
    return _summed(losses, counted) // len(_kept(losses, counted))


def _not_zero(losses, counted):
    return _mean([loss for loss in _kept(losses, counted) if loss])


def _means_over_tokens(losses, counted):
    return sum(mean for mean, _ in _parts_of(losses, counted)) / len(_kept(losses, counted))


def _cases():
    draw = random.Random(8)
    losses = [[draw.randint(0, 16) / 2 for _ in range(5)] for _ in range(4)]
    counted = [[1, 1, 1, 1, 0], [1, 1, 0, 0, 0], [1, 1, 1, 1, 1], [0, 1, 1, 0, 0]]
    empty = {"losses": [[2.0, 4.0], [6.0, 8.0]], "counted": [[1, 1], [0, 0]]}
    chapter = {"losses": [[3.0, 8.0, 5.0], [1.0, 1.0, 1.0]], "counted": [[1, 0, 0], [1, 1, 1]]}
    return [
        Case({"losses": losses, "counted": counted}, "four parts"),
        Case(chapter, "the chapter's example, with padding"),
        Case(empty, "a part in which nothing counts"),
        Case({"losses": [[0.5]], "counted": [[1]]}, "one token"),
    ]


EXERCISE = Exercise(
    id="step-token-mean",
    title="One loss from several parts",
    minutes=8,
    difficulty="easy",
    kind="function",
    reference=token_mean,
    cases=_cases,
    misconceptions=(
        Misconception(
            "the mean of the means",
            "You averaged the parts first. A token of a short part then weighs more than one of a "
            "long part.",
            _mean_of_means,
            also=(_empty_parts_as_zero, _weighted_by_places),
        ),
        Misconception(
            "all places in the mean",
            "Your mean takes in the places that do not count. Their numbers mean nothing.",
            _all_places,
        ),
        Misconception(
            "divided by all places",
            "Your sum is right, and it is divided by the number of all places. Divide by the "
            "number of those that count.",
            _over_all_places,
        ),
        Misconception(
            "all places in the sum",
            "You divided by the right count, but your sum takes in the places that do not count.",
            _over_counted_places,
        ),
        Misconception(
            "the sum for the mean",
            "You gave the sum. It grows with the batch; asked for is the loss for each counted "
            "token.",
            _summed,
        ),
        Misconception(
            "divided by the number of parts",
            "Your sum is right, and it is divided by the number of parts. Into how many parts a "
            "batch is cut must not matter.",
            _over_parts,
        ),
        Misconception(
            "the mask the wrong way round",
            "You kept the places whose mark is 0. Here 1 says that a place counts.",
            _wrong_way,
        ),
        Misconception(
            "the means added up",
            "You added the means of the parts. The more parts, the larger it gets: add the losses, "
            "add the counts, and divide once.",
            _sum_of_means,
        ),
        Misconception(
            "a whole number",
            "You divided with `//`, which leaves off what stands behind the point.",
            _whole_number,
        ),
        Misconception(
            "one count too few",
            "Your sum is right, and it is divided by one less than the number of counted tokens.",
            lambda losses, counted: _summed(losses, counted) / (sum(_flat(counted)) - 1 or 1),
        ),
        Misconception(
            "the largest loss",
            "You took the largest counted loss. Asked for is the mean.",
            lambda losses, counted: max(_kept(losses, counted)),
        ),
        Misconception(
            "a median",
            "You took the middle one of the counted losses. A mean adds them and divides.",
            lambda losses, counted: median(_kept(losses, counted)),
        ),
        Misconception(
            "one count too many",
            "Your sum is right, and it is divided by one more than the number of counted tokens.",
            lambda losses, counted: _summed(losses, counted) / (sum(_flat(counted)) + 1),
        ),
        Misconception(
            "one part alone",
            "This is the loss of one part. All parts of the batch count.",
            lambda losses, counted: token_mean(losses[:1], counted[:1]),
            also=(lambda losses, counted: token_mean(losses[-1:], counted[-1:]),),
        ),
        Misconception(
            "losses of 0 left out",
            "You left out losses that are 0. A token that is surely right has such a loss, and it "
            "counts: `counted` says which do.",
            _not_zero,
        ),
        Misconception(
            "divided twice",
            "You divided each part by its tokens, and the sum by all tokens again. Divide once.",
            _means_over_tokens,
        ),
    ),
    hints=(
        "If nobody had cut the batch, which numbers would be added, and how many are they?",
        "Keep two running numbers over all parts: the sum of the counted losses, and their count.",
        "Multiply each loss by its mark and add all of it up. Add up the marks as well. Divide "
        "once, at the end.",
    ),
)
