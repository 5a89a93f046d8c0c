"""Positions of rows that are padded on the left."""

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain

PADDED = 1


def row_positions(mask):
    """Count real slots in each row from 0; padding gets a 1."""
    return _from(mask, first=0, padding=PADDED)


def _from(mask, first, padding):
    answer = []
    for row in plain(mask):
        seen, line = first, []
        for real in row:
            line.append(seen if real else padding)
            seen += real
        answer.append(line)
    return answer


def _slots(mask):
    return [list(range(len(row))) for row in plain(mask)]


def _slots_of_real(mask):
    return [[s if real else PADDED for s, real in enumerate(row)] for row in plain(mask)]


def _counted_on(mask):
    seen, answer = 0, []
    for row in plain(mask):
        line = []
        for real in row:
            line.append(seen if real else PADDED)
            seen += real
        answer.append(line)
    return answer


def _cases():
    return [
        Case({"mask": [[0, 0, 1, 1, 1], [1, 1, 1, 1, 1]]}, "the mask of the chapter"),
        Case({"mask": [[0, 0, 0, 1], [0, 1, 1, 1], [0, 0, 1, 1]]}, "three rows"),
        Case({"mask": [[1, 1], [0, 1]]}, "both sizes equal"),
        Case({"mask": [[1, 1, 1, 1, 1, 1]]}, "no padding"),
    ]


EXERCISE = Exercise(
    id="cache-positions",
    title="Positions from a mask",
    minutes=6,
    difficulty="easy",
    kind="function",
    reference=row_positions,
    cases=_cases,
    misconceptions=(
        Misconception(
            "slots for positions",
            "You numbered the slots, the same in every row. Asked for is a count of each row's "
            "own tokens.",
            _slots,
        ),
        Misconception(
            "slots, with padding marked",
            "Padding is right. But your real tokens have the numbers of their slots: the first "
            "real token of each row has position 0.",
            _slots_of_real,
        ),
        Misconception(
            "counted from one",
            "Your first real token stands at 1. The running sum of the mask counts the token "
            "itself, so take 1 off.",
            lambda mask: _from(mask, first=1, padding=PADDED),
        ),
        Misconception(
            "minus one in the padding",
            "Your real tokens are right, and the padding has -1, which the running sum minus 1 "
            "leaves there. No table has a row of that number: fill in what was asked for.",
            lambda mask: _from(mask, first=0, padding=-1),
        ),
        Misconception(
            "zero in the padding",
            "Your real tokens are right. Padding gets a 1 here, and you gave it 0. (A model "
            "would not mind: the mask hides these slots.)",
            lambda mask: _from(mask, first=0, padding=0),
        ),
        Misconception(
            "counted from the end",
            "You counted the real tokens from the last one back. The first real token of each row "
            "has position 0.",
            lambda mask: [
                [sum(row[s + 1 :]) if real else PADDED for s, real in enumerate(row)]
                for row in plain(mask)
            ],
        ),
        Misconception(
            "the padding counted on",
            "Your count goes on in the padding. Each slot of padding gets a 1.",
            lambda mask: [
                [s - row.count(0) if real else s for s, real in enumerate(row)]
                for row in plain(mask)
            ],
            also=(
                lambda mask: [[s - row.count(0) for s in range(len(row))] for row in plain(mask)],
            ),
        ),
        Misconception(
            "one count for all rows",
            "You counted on from row to row. Each row counts its own tokens, from 0.",
            _counted_on,
        ),
        Misconception(
            "the first row's padding for all",
            "You took off the padding of the first row in every row. Each has its own.",
            lambda mask: [
                [s - plain(mask)[0].count(0) if real else PADDED for s, real in enumerate(row)]
                for row in plain(mask)
            ],
        ),
        Misconception(
            "another number in the padding",
            "Your real tokens are right. Padding gets a 1 here, and you gave it another number.",
            lambda mask: _from(mask, first=0, padding=-100),
            also=tuple(
                lambda mask, padding=padding: _from(mask, first=0, padding=padding)
                for padding in (2, -2, 100, 1000)
            ),
        ),
        Misconception(
            "the running sum itself",
            "This is the running sum of the mask. It counts the token itself, so take 1 off, and "
            "write a 1 into the padding.",
            lambda mask: _from(mask, first=1, padding=0),
        ),
        Misconception(
            "slots, with zeros in the padding",
            "Your real tokens have the numbers of their slots, and the padding has 0. The first "
            "real token of each row has position 0, and padding gets a 1.",
            lambda mask: [[s * real for s, real in enumerate(row)] for row in plain(mask)],
        ),
    ),
    hints=(
        "How many real tokens stand before the first real token of a row?",
        "A running sum of the mask counts real tokens up to and with the slot.",
        "In each row: as many ones as there are zeros in the mask, then 0, 1, 2 and so on.",
    ),
)
