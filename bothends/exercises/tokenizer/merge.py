"""One merge of byte-pair encoding, and the ways in which it goes wrong."""

import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception


def merged(pieces, pair):
    """Return the pieces with each `pair` of neighbours joined, from left to right."""
    left, right = pair
    done, at = [], 0
    while at < len(pieces):
        if list(pieces[at : at + 2]) == [left, right]:
            done.append(left + right)
            at += 2
        else:
            done.append(pieces[at])
            at += 1
    return done


def _first_only(pieces, pair):
    for at in range(len(pieces) - 1):
        if list(pieces[at : at + 2]) == list(pair):
            return [*pieces[:at], pair[0] + pair[1], *pieces[at + 2 :]]
    return list(pieces)


def _from_the_right(pieces, pair):
    backwards = [piece[::-1] for piece in reversed(pieces)]
    found = merged(backwards, [part[::-1] for part in reversed(pair)])
    return [piece[::-1] for piece in reversed(found)]


def _used_twice(pieces, pair):
    done = []
    for at, piece in enumerate(pieces):
        joins = list(pieces[at : at + 2]) == list(pair)
        ends = at > 0 and list(pieces[at - 1 : at + 1]) == list(pair)
        if joins:
            done.append(pair[0] + pair[1])
        elif not ends:
            done.append(piece)
    return done


def _right_part_kept(pieces, pair):
    done = list(pieces)
    for at in range(len(pieces) - 1):
        if list(pieces[at : at + 2]) == list(pair):
            done[at] = pair[0] + pair[1]
    return done


def _either_order(pieces, pair):
    return merged(merged(pieces, pair), pair[::-1])


def _same_letters(pieces, pair):
    done, at = [], 0
    while at < len(pieces):
        found = "".join(pieces[at : at + 2]) == pair[0] + pair[1]
        done.append("".join(pieces[at : at + 2]) if found else pieces[at])
        at += 2 if found else 1
    return done


def _left_part_kept(pieces, pair):
    done = list(pieces)
    for at in range(len(pieces) - 1):
        if list(pieces[at : at + 2]) == list(pair):
            done[at + 1] = pair[0] + pair[1]
    return done


def _by_steps(pieces, pair, *, joined=None, step=2, test=None, end=0):
    """Merge in one loop, with one thing in it different."""
    test = test or (lambda two: list(two) == list(pair))
    joined = pair[0] + pair[1] if joined is None else joined
    done, at = [], 0
    while at < len(pieces) - end:
        if test(pieces[at : at + 2]):
            done += [joined] if joined else []
            at += step
        else:
            done.append(pieces[at])
            at += 1
    return done


def _last_lost(pieces, pair):
    return _by_steps(pieces, pair, end=1)


def _only_left_compared(pieces, pair):
    return _by_steps(pieces, pair, test=lambda two: two[0] == pair[0])


def _only_right_compared(pieces, pair):
    return _by_steps(pieces, pair, test=lambda two: two[-1] == pair[1])


def _beginnings_compared(pieces, pair):
    def test(two):
        return len(two) == 2 and two[0] == pair[0] and two[1].startswith(pair[1])

    return _by_steps(pieces, pair, test=test)


def _cut_into_letters(pieces, pair):
    joined, rest, done = pair[0] + pair[1], "".join(pieces), []
    while rest:
        done.append(joined if rest.startswith(joined) else rest[0])
        rest = rest[len(done[-1]) :]
    return done


def _beginnings_joined(pieces, pair):
    done = list(pieces)
    for at in range(len(done) - 1, 0, -1):
        if done[at - 1] == pair[0] and done[at].startswith(pair[1]):
            done[at - 1 : at + 1] = [done[at - 1] + done[at]]
    return done


def _in_one_text(pieces, pair):
    return "|".join(pieces).replace("|".join(pair), "".join(pair)).split("|")


def _cases():
    draw = random.Random(1)
    return [
        Case({"pieces": list("aaabaaba"), "pair": ["a", "a"]}, "three in a row"),
        Case({"pieces": list("abbaabba"), "pair": ["a", "b"]}, "the other order occurs too"),
        Case(
            {"pieces": ["th", "at", "_", "h", "at", "_", "ha", "t"], "pair": ["h", "at"]},
            "pieces of two letters",
        ),
        Case({"pieces": ["t", "he"], "pair": ["x", "y"]}, "nothing to join"),
        Case({"pieces": ["x", "y"], "pair": ["x", "y"]}, "the whole text"),
        Case({"pieces": draw.choices("ab", k=16), "pair": ["b", "b"]}),
        Case(
            {"pieces": ["The", "_", " the", "The ", "A", "a", "A", "a"], "pair": ["A", "a"]},
            "capital letters and blanks",
        ),
        Case(
            {"pieces": ["a", "bc", "ca", "b", "a", "cb", "ac", "b", "a", "b"], "pair": ["a", "b"]},
            "pieces that begin or end like those of the pair",
        ),
        Case({"pieces": list("ababcaabb"), "pair": ["a", "b"]}, "the last two are no pair"),
    ]


EXERCISE = Exercise(
    id="tokenizer-merge",
    title="One merge",
    minutes=10,
    difficulty="medium",
    kind="function",
    reference=merged,
    cases=_cases,
    misconceptions=(
        Misconception(
            "the first pair only",
            "You joined one pair and stopped. A merge joins the pair wherever it stands.",
            _first_only,
        ),
        Misconception(
            "from the right",
            "You began at the end. Of three equal pieces in a row, the first two are joined and "
            "the third is left over.",
            _from_the_right,
        ),
        Misconception(
            "a piece used twice",
            "You used the right piece of one pair as the left piece of the next. Once joined, "
            "both are gone: go on behind them.",
            _used_twice,
        ),
        Misconception(
            "the right part kept",
            "You wrote the new piece and left its right half standing behind it. The text must "
            "read as before: joining pieces adds no character.",
            _right_part_kept,
        ),
        Misconception(
            "the pair in either order",
            "You joined the pair turned round as well. A pair has an order: a-b and b-a are two "
            "different merges.",
            _either_order,
        ),
        Misconception(
            "the letters compared",
            "You compared the letters of two pieces, put together. ha and t read like h and at, "
            "but they are other pieces, and another pair.",
            _same_letters,
        ),
        Misconception(
            "nothing joined",
            "Nothing was joined: the text came back as it was. Was a tuple compared with a list? "
            "The two are never equal, and `pair` is a list.",
            lambda pieces, pair: list(pieces),
        ),
        Misconception(
            "the left part kept",
            "You wrote the new piece and left its left half standing before it. The text must "
            "read as before: joining pieces adds no character.",
            _left_part_kept,
        ),
        Misconception(
            "the last piece lost",
            "Your loop ends one piece too early. If the last two are no pair, the last piece is "
            "still to be kept.",
            _last_lost,
        ),
        Misconception(
            "only the left part compared",
            "You join wherever the left piece stands, whatever follows it. Both pieces of the pair "
            "must be there.",
            _only_left_compared,
        ),
        Misconception(
            "only the right part compared",
            "You join wherever the second of two pieces is the right one. Both pieces of the pair "
            "must be there.",
            _only_right_compared,
        ),
        Misconception(
            "right before left",
            "You joined the two parts in the wrong order. The text must read as before.",
            lambda pieces, pair: _by_steps(pieces, pair, joined=pair[1] + pair[0]),
        ),
        Misconception(
            "the pair left out",
            "The pair is gone from your text. In its place belongs one piece, the two joined.",
            lambda pieces, pair: _by_steps(pieces, pair, joined=""),
        ),
        Misconception(
            "one piece lost behind each pair",
            "After each pair that you join, the next piece is missing. Go on two places further, "
            "not three.",
            lambda pieces, pair: _by_steps(pieces, pair, step=3),
        ),
        Misconception(
            "the beginning of a piece compared",
            "You join where the second piece only begins like that of the pair, or the first only "
            "ends so. The whole piece must be equal.",
            _beginnings_compared,
            also=(_beginnings_joined, _in_one_text),
        ),
        Misconception(
            "pieces cut into letters",
            "You put all pieces into one text and cut it anew: pieces of several letters fall "
            "apart, and two are joined that are no pair. Compare piece by piece.",
            _cut_into_letters,
            also=(lambda pieces, pair: merged(list("".join(pieces)), pair),),
        ),
        Misconception(
            "half of the pair kept",
            "Where the pair stood you wrote one of its halves. The new piece is both, joined.",
            lambda pieces, pair: _by_steps(pieces, pair, joined=pair[0]),
            also=(lambda pieces, pair: _by_steps(pieces, pair, joined=pair[1]),),
        ),
    ),
    hints=(
        "Walk through the pieces from the left. How many of them do you look at in each step?",
        "If the next two are the pair, add the joined piece and go on two places further; "
        "otherwise add one piece and go on one place.",
        "A `for` loop cannot skip a place. Use `while at < len(pieces)`, and compare "
        "`pieces[at : at + 2]` with `pair`.",
    ),
)
