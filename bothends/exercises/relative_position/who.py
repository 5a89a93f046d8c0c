"""Which convention five codes have, read off what they do to one vector."""

from bothends.exercises.engine.exercise import Exercise, Misconception, no_inputs

FOUND = [[1, -1], [3, 1], [3, -1], [1, 1], [3, 0]]


def _each(change):
    return lambda: [list(change(partner, sign)) for partner, sign in FOUND]


EXERCISE = Exercise(
    id="convention-who-is-it",
    title="Whose convention is it?",
    minutes=6,
    difficulty="medium",
    kind="table",
    reference=_each(lambda partner, sign: (partner, sign)),
    cases=no_inputs,
    misconceptions=(
        Misconception(
            "the signs exchanged",
            "Your partners are right and your signs are the wrong way round. With sign + the "
            "first member becomes minus the second: (a, b) goes to (-b, a).",
            _each(lambda partner, sign: (partner, -sign)),
        ),
        Misconception(
            "the pairings exchanged",
            "Your signs are right. For the partner, look at what stands in the place of channel 0 "
            "afterwards: from which channel did that number come?",
            _each(lambda partner, sign: (4 - partner, sign)),
        ),
        Misconception(
            "counted from one",
            "You counted channels from 1. Here they count from 0: the number 1 of x stands in "
            "channel 0.",
            _each(lambda partner, sign: (partner + 1, sign)),
        ),
        Misconception(
            "an exchange taken for a turn",
            "The last code exchanges partners without a minus. Lengths are kept, but that is a "
            "mirror, not a turn: apply it twice and you are back, while two quarter turns give "
            "minus the vector.",
            _each(lambda partner, sign: (partner, sign or 1)),
        ),
        Misconception(
            "a mirror taken for the other turn",
            "The last code has no minus at all. A quarter turn either way has one in each pair.",
            _each(lambda partner, sign: (partner, sign or -1)),
        ),
        Misconception(
            "a sign for the mirror, and another code without one",
            "You gave the sign 0 to a code that turns. Which of the five has no minus in its "
            "result?",
            _each(lambda partner, sign: (partner, 0 if partner == 1 else sign)),
            also=tuple(
                (lambda at=at: [[p, 0 if n == at else s] for n, (p, s) in enumerate(FOUND)])
                for at in range(4)
            ),
        ),
        Misconception(
            "numbers for channels",
            "You wrote the number that stands in channel 0. Asked for is the channel that it came "
            "from, counted from 0: the vector holds 1, 2, 3 and so on.",
            _each(lambda partner, sign: (partner + 1, sign or 1)),
        ),
    ),
    parts=("code A", "code B", "code C", "code D", "code E"),
    columns=("the partner of channel 0", "the sign"),
    hints=(
        "What does a quarter turn make of one pair (a, b), with sign + and with sign -?",
        "Look at channel 0 of each result: the size of the number says who its partner is, and "
        "its own sign says the rest. Then check that the partner got the opposite sign.",
        "Code A puts 2 into channel 0 and -1 into channel 1: the partners are 0 and 1, and "
        "(a, b) became (b, -a), a turn with sign -.",
    ),
)
