"""Why an answer is wrong: the mistakes that give its numbers in all cases."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bothends.exercises.engine.choice import unknown
from bothends.exercises.engine.exercise import Exercise, Misconception
from bothends.exercises.engine.outcome import Outcome
from bothends.exercises.engine.relations import FITS, TIERS, Relation
from bothends.exercises.engine.seen import seen
from bothends.exercises.engine.slips import NUMERIC, Slip, View, agrees, is_wrong, whole
from bothends.exercises.engine.tables import few_cells, mistakes_in_cells
from bothends.exercises.engine.views import families

MOST = 2  # mistakes in one message
FEW = 3  # values of which a relation in a part of an answer is no accident


@dataclass(frozen=True)
class Named:
    """A mistake by its name; `about` is the part of the answer that it is about, if it is one."""

    slip: Slip
    about: str = ""


def explain(
    exercise: Exercise, outcomes: Sequence[Outcome], function: Callable
) -> tuple[Named, ...]:
    """Return the mistakes that the numbers show: one for all of them, or one for each part."""
    if not any(one.answer or isinstance(one.raised, NUMERIC) for one in outcomes):
        return ()
    found = _fitting(exercise, outcomes, whole, exercise.misconceptions)
    if found:
        return _only(found)
    if exercise.kind == "function":
        by_part = _by_part(exercise, outcomes, exercise.misconceptions)
        return by_part or tuple(map(Named, seen(exercise, outcomes, function)))
    if exercise.kind == "choice":
        return tuple(map(Named, unknown(exercise, outcomes[0].answer)))
    return (
        tuple(map(Named, mistakes_in_cells(exercise, outcomes[0])))
        or _by_part(exercise, outcomes, ())
        or tuple(map(Named, few_cells(exercise, outcomes[0])))
    )


def _only(found: Sequence[Slip], about: str = "") -> tuple[Named, ...]:
    """Return the one slip that was found; nothing where two explain the same numbers."""
    return (Named(found[0], about),) if len(found) == 1 else ()


def _fitting(
    exercise: Exercise, outcomes: Sequence[Outcome], view: View, mistakes: Iterable[Misconception]
) -> list[Slip]:
    """Return the slips that fit, of the first kind of which any does."""
    kinds: list[Iterable[Slip]] = [mistakes]
    if exercise.kind != "choice" and (view is whole or _values(outcomes, view) >= FEW):
        kinds += [tier(exercise) for tier in TIERS]
    for slips in kinds:
        fitting = [slip for slip in slips if agrees(exercise, slip, outcomes, view)]
        if fitting:
            return fitting
    return _fits(exercise, outcomes, view) if len(kinds) > 1 else []


def _values(outcomes: Sequence[Outcome], view: View) -> int:
    parts = (view(outcome.expected) for outcome in outcomes)
    return len({cell for part in parts if part for cell in part.cells})


def _fits(exercise: Exercise, outcomes: Sequence[Outcome], view: View) -> list[Slip]:
    if not all(one.answer for one in outcomes):
        return []
    pairs = [(view(one.expected), view(one.answer)) for one in outcomes]
    if any(None in pair for pair in pairs):
        return []
    found = (fit(pairs, exercise.rtol, exercise.atol) for fit in FITS)
    first = next(filter(None, found), None)
    return [Relation(*first, answer=exercise.reference)] if first else []


def _by_part(
    exercise: Exercise, outcomes: Sequence[Outcome], mistakes: Iterable[Misconception]
) -> tuple[Named, ...]:
    """Name what is wrong with each wrong part.

    Of a table these are relations alone: a misconception tells of all its cells.
    """
    for views in families(exercise, outcomes):
        wrong = [v for v in views if any(is_wrong(exercise, one, v) for one in outcomes)]
        if not 0 < len(wrong) <= MOST or len(wrong) == len(views):
            continue
        found = [_only(_fitting(exercise, outcomes, v, mistakes), v.about) for v in wrong]
        if all(found):
            return tuple(named for one in found for named in one)
    return ()
