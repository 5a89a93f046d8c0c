"""Put a finding into words: the message that a learner reads, and the error that carries it."""

from typing import Any

from bothends.exercises.engine.answers import Answer, read
from bothends.exercises.engine.exercise import Misconception
from bothends.exercises.engine.explain import Named
from bothends.exercises.engine.finding import Finding
from bothends.exercises.engine.format import list_text
from bothends.exercises.engine.message import MAX_SHOWN, Grid, Message


class NotYet(AssertionError):  # noqa: N818
    """A wrong answer: what was found as data, and as a message in plain text and in HTML.

    `problem` says what was found. `mistake`, `relation` and `raised` are names or None, `case` is
    a number from 1 or None, and `inputs` are those of this case.
    """

    def __init__(self, finding: Finding, *, displayed: bool = False):
        message = compose(finding)
        super().__init__(message.text())
        self.exercise_id: str = finding.exercise.id
        self.problem: str = finding.problem
        self.mistake: str | None = finding.mistake
        self.relation: str | None = finding.relation
        self.raised: str | None = finding.raised
        self.case: int | None = finding.number
        self.inputs: dict[str, Any] = finding.inputs
        self.html: str = message.html()
        self._traceback = message.headline if displayed else message.text()

    def _render_traceback_(self) -> list[str]:
        """Tell IPython to show the message alone; only its headline if it is displayed above."""
        return self._traceback.split("\n")


def compose(finding: Finding) -> Message:
    """Return the message: what it looks like, what was found, in which case, and the cells."""
    named = (_in_words(one) for one in finding.named)
    between = "\n" if "\n" in finding.problem else " "
    found = between.join(filter(None, (finding.problem, " ".join(finding.remarks))))
    stuck = f'Stuck? `hint("{finding.exercise.id}")` opens a hint.'
    blocks = (*named, found, *_inputs(finding), *_grids(finding), stuck)
    return Message(_headline(finding), blocks)


def _in_words(named: Named) -> str:
    """Name a misconception; a relation's sentence speaks for itself."""
    slip, where = named.slip, f"Look at {named.about}. " if named.about else ""
    if isinstance(slip, Misconception):
        return f"{where}This looks like: {slip.name}. {slip.says}"
    return where + slip.says


def _headline(finding: Finding) -> str:
    headline, cases = f"Not yet: {finding.exercise.id}", finding.exercise.cases()
    if not finding.case or len(cases) == 1:
        return headline
    note = f" ({finding.case.note})" if finding.case.note else ""
    return f"{headline}, case {finding.number} of {len(cases)}{note}"


def _inputs(finding: Finding) -> tuple[str, ...]:
    lines = [f"  {name} = {list_text(read(value))}" for name, value in finding.inputs.items()]
    return ("\n".join(["Input:", *lines]),) if lines else ()


def _grids(finding: Finding) -> tuple[Grid, ...]:
    """Show both answers of a function; of a table only the learner's; of a choice nothing."""
    if finding.attempt is None:
        return ()
    kind, marked = finding.exercise.kind, finding.marked
    answer, expected = finding.attempt.answer, finding.attempt.expected
    note = "; what differs is marked" if marked else ""
    first = _first_row(answer, marked)
    received = Grid(f"Received, shape {answer.shape}{note}", answer, marked, first)
    if kind == "function":
        return Grid(f"Expected, shape {expected.shape}", expected, first=first), received
    return (received,) if kind == "table" else ()


def _first_row(answer: Answer, marked: frozenset[int]) -> int:
    """Return the row from which to show a long answer, so that a marked cell is in view."""
    if not marked or not answer.shape:
        return 0
    row = min(marked) // answer.shape[-1]
    return row if row >= MAX_SHOWN else 0
