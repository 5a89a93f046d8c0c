"""Each slip of an exercise as a learner would hand it in, and what else gives the same numbers."""

from unittest.mock import patch

from bothends.exercises.engine import slips
from bothends.exercises.engine.answers import Answer
from bothends.exercises.engine.attempt import Attempt, expect
from bothends.exercises.engine.outcome import Outcome
from bothends.exercises.engine.relations import TIERS
from bothends.exercises.engine.slips import agrees, is_equal, said


def tiers(exercise):
    """Return misconceptions and relations in the order in which they are asked."""
    return [exercise.misconceptions, *([*tier(exercise)] for tier in TIERS)]


def outcomes(exercise, slip):
    """Return what comes of each case, or nothing if the slip is no mistake in any of them."""
    found, wrong = [], False
    for case in exercise.cases():
        answer, right = said(slip, case), expect(exercise, case)
        if isinstance(answer, Answer):
            attempt = Attempt(exercise, case, [], answer, right)
            found.append(Outcome(case, right, attempt))
            wrong |= not is_equal(exercise, right, answer)
        elif isinstance(answer, type) and slip in exercise.misconceptions:
            found.append(Outcome(case, right, raised=answer("as in numpy's place")))
            wrong = True
        else:
            found.append(Outcome(case, right))
    return found if wrong else []


def _each_said_once():
    known = {}

    def said_once(slip, case):
        key = slip.answer, str(case)
        if key not in known:
            known[key] = said(slip, case)
        return known[key]

    return said_once


def told_as(exercise):
    """Return which slips would be told, or doubted, as which others.

    Those of one tier hold each other back, and an earlier tier is told instead of a later one.
    """
    every = tiers(exercise)
    tried = [[(slip, outcomes(exercise, slip)) for slip in tier] for tier in every]
    with patch.object(slips, "said", _each_said_once()):
        return _told(exercise, every, tried)


def _told(exercise, every, tried):
    found = {}
    for depth, tier in enumerate(tried):
        for slip, came in tier:
            for other in (one for earlier in every[: depth + 1] for one in earlier):
                if came and other is not slip and agrees(exercise, other, came):
                    found.setdefault(other.name, set()).add(slip.name)
    return {name: sorted(slips) for name, slips in found.items()}
