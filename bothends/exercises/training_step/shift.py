"""Next-token targets for padded batches."""

import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import flat, plain

IGNORED = -100


def shifted_once(ids, mask, by=1):
    """Return for each place the id `by` places on, if both are there and both are real."""
    return [_shifted_row(row, real, by) for row, real in zip(plain(ids), plain(mask), strict=True)]


def _shifted_row(row, real, by):
    later = range(by, len(row) + by)
    counts = [0 <= n < len(row) and real[t] and real[n] for t, n in enumerate(later)]
    return [row[n] if counted else IGNORED for n, counted in zip(later, counts, strict=True)]


def _not_shifted(ids, mask):
    return shifted_once(ids, mask, by=0)


def _shifted_twice(ids, mask):
    return shifted_once(ids, mask, by=2)


def _the_one_before(ids, mask):
    return shifted_once(ids, mask, by=-1)


def _without_mask(ids, mask):
    return shifted_once(ids, [[1] * len(row) for row in plain(mask)])


def _target_masked_only(ids, mask):
    rows = zip(_without_mask(ids, mask), plain(mask), strict=True)
    return [
        [id_ if real else IGNORED for id_, real in zip(row, [*one[1:], 0], strict=True)]
        for row, one in rows
    ]


def _reader_masked_only(ids, mask):
    rows = zip(_without_mask(ids, mask), plain(mask), strict=True)
    return [[id_ if real else IGNORED for id_, real in zip(*row, strict=True)] for row in rows]


def _masked_by_id(ids, mask):
    cells = zip(flat(ids), flat(mask), strict=True)
    padding = {id_ for id_, real in cells if not real}
    rows = _without_mask(ids, mask)
    return [[IGNORED if id_ in padding else id_ for id_ in row] for row in rows]


def _zero_left_out(ids, mask):
    return [[id_ or IGNORED for id_ in row] for row in shifted_once(ids, mask)]


def _round_the_corner(ids, mask):
    wrapped = [[row + row[:1] for row in plain(one)] for one in (ids, mask)]
    return [row[:-1] for row in shifted_once(*wrapped)]


def _across_rows(ids, mask):
    width = len(ids[0])
    (one,) = shifted_once([flat(ids)], [flat(mask)])
    return [one[start : start + width] for start in range(0, len(one), width)]


def _one_short(ids, mask):
    return [row[:-1] for row in shifted_once(ids, mask)]


def _marked(marker):
    """Return the targets with another marker for what does not count."""
    return lambda ids, mask: [
        [marker if id_ == IGNORED else id_ for id_ in row] for row in shifted_once(ids, mask)
    ]


def _two_ends_short(ids, mask):
    return [[*row[:-2], IGNORED, IGNORED][-len(row) :] for row in shifted_once(ids, mask)]


def _places_for_ids(ids, mask):
    targets = shifted_once(ids, mask)
    return [[x if x == IGNORED else t + 1 for t, x in enumerate(row)] for row in targets]


def _one_is_enough(ids, mask):
    targets = _without_mask(ids, mask)
    for row, marks in zip(targets, plain(mask), strict=True):
        for t in range(len(row) - 1):
            if not marks[t] and not marks[t + 1]:
                row[t] = IGNORED
    return targets


def _padding_between(ids, mask):
    """Let the ids that stand on padding be padding everywhere, as reader and as target."""
    cells = zip(flat(ids), flat(mask), strict=True)
    padding = {id_ for id_, real in cells if not real}
    real = [[id_ not in padding for id_ in row] for row in plain(ids)]
    return shifted_once(ids, real)


def _padding_by_a_row(ids, mask):
    rows = zip(plain(ids), plain(mask), shifted_once(ids, mask), strict=True)
    return [
        [
            IGNORED if x in [id_ for id_, real in zip(row, marks, strict=True) if not real] else x
            for x in targets
        ]
        for row, marks, targets in rows
    ]


def _pushed_together(ids, mask):
    rows = zip(plain(ids), plain(mask), strict=True)
    kept = [[id_ for id_, real in zip(*row, strict=True) if real] for row in rows]
    width = len(ids[0])
    return [(row[1:] + [IGNORED] * width)[:width] for row in kept]


def _from_the_row_below(ids, mask):
    ids, mask = plain(ids), plain(mask)
    below = zip([*ids[1:], ids[0]], mask, [*mask[1:], [0] * len(mask[0])], strict=True)
    return [
        [id_ if real and later else IGNORED for id_, real, later in zip(*row, strict=True)]
        for row in below
    ]


def _counted_from_the_front(ids, mask):
    rows = zip(plain(ids), plain(mask), strict=True)
    return [
        [row[t + 1] if t + 1 < sum(marks) else IGNORED for t in range(len(row))]
        for row, marks in rows
    ]


def _cases():
    draw = random.Random(7)
    rows = [[draw.randrange(50) for _ in range(4)] for _ in range(4)]
    padded = [[2, 2, 7, 8, 2], [5, 6, 2, 2, 2], [4, 0, 3, 3, 6]]
    mask = [[0, 0, 1, 1, 1], [1, 1, 1, 0, 0], [1, 1, 1, 1, 1]]
    return [
        Case({"ids": padded, "mask": mask}, "id 2 ends a text and fills up"),
        Case({"ids": [[2, 7, 9, 0]], "mask": [[1, 1, 1, 0]]}, "the chapter's batch"),
        Case({"ids": rows, "mask": [[1] * 4] * 4}, "B equals T, all real"),
        Case(
            {
                "ids": [[0, 5, 1, 9, 4, 0, 3], [7, 7, 2, 6, 0, 0, 0]],
                "mask": [[0, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 0, 0]],
            },
            "id 0 is a word and fills up",
        ),
        Case({"ids": [[3], [8]], "mask": [[1], [1]]}, "sequences of one id"),
    ]


EXERCISE = Exercise(
    id="step-shift-once",
    title="Shift once",
    minutes=10,
    difficulty="medium",
    kind="function",
    reference=shifted_once,
    cases=_cases,
    misconceptions=(
        Misconception(
            "not shifted",
            "Each of your targets is the id that the place has just read. A model can repeat it "
            "without having learned anything.",
            _not_shifted,
        ),
        Misconception(
            "shifted twice",
            "You ask for the token after the next. That happens when labels that were shifted "
            "meet a loss that shifts.",
            _shifted_twice,
        ),
        Misconception(
            "the token before",
            "Your shift goes the other way: a place is asked for what came before it.",
            _the_one_before,
        ),
        Misconception(
            "padding asked for",
            "Your targets leave the mask aside: padding is asked for, and places that read padding "
            "are asked.",
            _without_mask,
        ),
        Misconception(
            "padding asked a question",
            "You look only at the mask of the target. A place that reads padding is no question "
            "either, as at the left end of the first row.",
            _target_masked_only,
        ),
        Misconception(
            "padding as an answer",
            "You look only at the mask of the place that asks. The last real id is then asked for "
            "the padding behind it.",
            _reader_masked_only,
        ),
        Misconception(
            "another marker",
            "You marked what does not count with another number. There are other conventions; here "
            "such a place has -100.",
            _marked(-1),
            also=tuple(map(_marked, (0, 100, -99, -101, 99, -10, -1000))),
        ),
        Misconception(
            "masked by the id",
            "You leave out every target that has the id of the padding, and so the real end of a "
            "text as well. The mask knows the two apart, the id does not.",
            _masked_by_id,
        ),
        Misconception(
            "id 0 taken for padding",
            "You left out a target because it is 0: `ids * mask` and `or` do this. 0 is an id like "
            "any other. Only the mask says what is padding.",
            _zero_left_out,
        ),
        Misconception(
            "round the corner",
            "Your last place is asked for the first id of its own sequence, as `roll` does. "
            "Nothing follows the last place.",
            _round_the_corner,
        ),
        Misconception(
            "across the rows",
            "Your last place is asked for the first id of the next sequence: the batch was "
            "flattened before the shift. Sequences have nothing to do with each other.",
            _across_rows,
        ),
        Misconception(
            "one column short",
            "You dropped the last column. That is one convention, but here targets keep the shape "
            "of the ids, and the last place gets the marker.",
            _one_short,
        ),
        Misconception(
            "two places left out at the end",
            "Your last two places have no target. Only the last one has nothing behind it.",
            _two_ends_short,
        ),
        Misconception(
            "places for ids",
            "Your targets are places. The target is the id that stands at the next place.",
            _places_for_ids,
        ),
        Misconception(
            "one of two is enough",
            "You ask wherever the place or its target is real. Both must be.",
            _one_is_enough,
        ),
        Misconception(
            "padding told by its id",
            "You told padding by its id. An id that fills up may also end a text; the mask says "
            "which places are real.",
            _padding_between,
            also=(_padding_by_a_row,),
        ),
        Misconception(
            "real ids pushed together",
            "You took the padding out first, and filled up behind. Each target belongs at the "
            "place of its reader, and padding may stand on the left.",
            _pushed_together,
        ),
        Misconception(
            "the row below",
            "You shifted along the batch. The next id stands in the same sequence, one place on.",
            _from_the_row_below,
        ),
        Misconception(
            "padding thought to be on the right",
            "You counted the real ids from the front. With padding on the left they stand at the "
            "end: look at the mask of each place.",
            _counted_from_the_front,
        ),
    ),
    hints=(
        "Which id is the target of the place that reads the first id of a row?",
        "A target counts only if two places are real: the one that asks and the one that answers.",
        "Write -100 everywhere first. Then, for t from 0 to T - 2, put `row[t + 1]` at place t if "
        "the mask is 1 at t and at t + 1.",
    ),
)
