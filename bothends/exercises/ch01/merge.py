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
    ]


EXERCISE = Exercise(
    id="01-merge",
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
    ),
    hints=(
        "Walk through the pieces from the left. How many of them do you look at in each step?",
        "If the next two are the pair, add the joined piece and go on two places further; "
        "otherwise add one piece and go on one place.",
        "A `for` loop cannot skip a place. Use `while at < len(pieces)`, and compare "
        "`pieces[at : at + 2]` with `pair`.",
    ),
)
