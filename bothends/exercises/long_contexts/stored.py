"""What bfloat16 makes of positions."""

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.engine.nested import plain

DIGITS = 8


def stored_positions(positions):
    """Return each position rounded to 8 binary digits, a tie to the even multiple."""
    return _each(positions)


def _each(positions, digits=DIGITS, multiple=None):
    """Round to a multiple of the gap; `multiple` chooses it from position and gap."""
    answer = []
    for position in plain(positions):
        gap = 2 ** max(0, position.bit_length() - digits)
        answer.append(gap * (multiple or _nearest)(position, gap))
    return answer


def _nearest(position, gap):
    below, rest = divmod(position, gap)
    past_the_middle = 2 * rest > gap or (2 * rest == gap and below % 2 == 1)
    return below + past_the_middle


def _cut_off(positions):
    return _each(positions, multiple=lambda position, gap: position // gap)


def _ties_up(positions):
    return _each(positions, multiple=lambda position, gap: (position + gap // 2) // gap)


def _seven_digits(positions):
    return _each(positions, digits=7)


def _eleven_digits(positions):
    return _each(positions, digits=11)


def _every_second(positions):
    rows = plain(positions)
    return [one if one <= 256 else 2 * _nearest(one, 2) for one in rows]


def _as_they_are(positions):
    return list(plain(positions))


def _ties_down(positions):
    return _each(positions, multiple=lambda position, gap: -(-(2 * position - gap) // (2 * gap)))


def _up(positions):
    return _each(positions, multiple=lambda position, gap: -(-position // gap))


def _ties_to_odd(positions):
    def nearest(position, gap):
        below, rest = divmod(position, gap)
        return below + (2 * rest > gap or (2 * rest == gap and below % 2 == 0))

    return _each(positions, multiple=nearest)


def _gaps(positions):
    return _each(positions, multiple=lambda position, gap: 1)


def _gaps_from_512(positions):
    return _each(positions, digits=9)


EXERCISE = Exercise(
    id="precision-stored",
    title="What bfloat16 stores",
    minutes=8,
    difficulty="medium",
    kind="function",
    reference=stored_positions,
    cases=lambda: [
        Case({"positions": [255, 256, 257, 259, 514, 515, 4097, 9000]}, "around the gaps"),
        Case({"positions": [0, 1, 7, 128, 200]}, "small ones"),
        Case({"positions": list(range(505, 525))}, "across a doubling"),
        Case({"positions": [65_535, 65_791, 65_793, 20_500, 1_000_001]}, "far out"),
    ],
    misconceptions=(
        Misconception(
            "the rest cut off",
            "You cut off what does not fit. A cast goes to the nearer of two neighbours, which "
            "may be the upper one.",
            _cut_off,
        ),
        Misconception(
            "ties upwards",
            "You round to the nearer neighbour, but a position in the middle always upwards. It "
            "goes to the neighbour whose eighth binary digit is 0.",
            _ties_up,
        ),
        Misconception(
            "seven digits",
            "Your gaps begin at 128. bfloat16 writes down 7 binary digits, but there is a "
            "leading 1 before them that needs no place.",
            _seven_digits,
        ),
        Misconception(
            "eleven digits",
            "Your gaps begin at 2048. That is float16, which has 11 binary digits.",
            _eleven_digits,
        ),
        Misconception(
            "every second, to the end",
            "You use a gap of 2 for everything above 256. The gap doubles each time the number "
            "does.",
            _every_second,
        ),
        Misconception(
            "positions as they are",
            "You returned every position as it came. Integers above 256 do not all exist in "
            "bfloat16.",
            _as_they_are,
        ),
        Misconception(
            "ties downwards",
            "You round to the nearer neighbour, but a position in the middle always downwards. It "
            "goes to the neighbour whose eighth binary digit is 0.",
            _ties_down,
        ),
        Misconception(
            "always upwards",
            "You went up to the next number that exists. A cast goes to the nearer of two "
            "neighbours.",
            _up,
        ),
        Misconception(
            "ties to the odd one",
            "A position in the middle goes to the neighbour whose eighth binary digit is 0. Yours "
            "go to the one where it is 1.",
            _ties_to_odd,
        ),
        Misconception(
            "nine digits",
            "Your gaps begin at 512. bfloat16 keeps 8 binary digits, the leading 1 among them, so "
            "they begin at 256.",
            _gaps_from_512,
        ),
        Misconception(
            "gaps for positions",
            "These are the gaps between neighbours. Asked for is the integer to which each "
            "position goes.",
            _gaps,
        ),
        Misconception(
            "nothing beyond 256",
            "You stopped at 256. Larger integers exist, only not all of them.",
            lambda positions: [min(one, 256) for one in plain(positions)],
            also=(lambda positions: [min(one, 255) for one in plain(positions)],),
        ),
        Misconception(
            "round the corner at 256",
            "You took the rest of a division by 256. A float does not begin again at 0: its gaps "
            "get wider.",
            lambda positions: [one % 256 for one in plain(positions)],
        ),
        Misconception(
            "a gap of four, to the end",
            "You use a gap of 4 for everything above 256. The gap is 2 up to 512, and doubles each "
            "time the number does.",
            lambda positions: [
                one if one <= 256 else 4 * _nearest(one, 4) for one in plain(positions)
            ],
        ),
    ),
    hints=(
        "How far apart are two neighbours in bfloat16 between 256 and 512? Between 512 and 1,024?",
        "With `gap = 2 ** max(0, position.bit_length() - 8)`, bfloat16 has the multiples of the "
        "gap. Which is the nearest? What happens in the middle?",
        "Python's `round` takes a tie to the even number, just as the cast does: think of "
        "`round(position / gap)`.",
    ),
)
