"""Widget: fresh numbers without end, a table to fill in, and the name of the mistake."""

from dataclasses import dataclass

from traitlets import Bool, Dict, Enum, Int, List, Unicode, default, observe

from bothends.show.tables import Table, table
from bothends.widgets.base import BookWidget
from bothends.widgets.by_hand import KINDS
from bothends.widgets.tasks import filled_in, sheet


@dataclass(frozen=True)
class Paper:
    """A task as it is printed, with the answer folded away."""

    shows: Table
    answer: Table

    def _repr_html_(self) -> str:
        answer = f"<details><summary>Answer</summary>{self.answer._repr_html_()}</details>"
        return self.shows._repr_html_() + answer


class Drill(BookWidget):
    """A task of one kind: "lookup", "scatter", "logits" or "rotation".

    `given` is the first task, the book's own example unless you set another; `sheet` has the words
    and all tasks, and `at` is the number of the one on the stage. `cells` is what is typed,
    `checked` what was typed at the last check.
    """

    module = "drill"
    kind = Enum(tuple(KINDS), "lookup").tag(sync=True)
    given = Dict()
    sheet = Dict().tag(sync=True)
    at = Int(0).tag(sync=True)
    cells = List(List(Unicode())).tag(sync=True)
    checked = List(List(Unicode())).tag(sync=True)
    hints = Int(0).tag(sync=True)
    shown = Bool(False).tag(sync=True)
    streak = Int(0).tag(sync=True)

    @default("given")
    def _example(self) -> dict:
        return KINDS[self.kind].example

    @default("sheet")
    def _sheet(self) -> dict:
        return sheet(self.kind, self.given)

    @observe("kind", "given")
    def _ask(self, change) -> None:
        if self.given.keys() != KINDS[self.kind].example.keys():
            self.given = KINDS[self.kind].example
        self.sheet, self.at = sheet(self.kind, self.given), 0

    @property
    def task(self) -> dict:
        """The task on the stage: what is given, the right table and the mistakes."""
        return self.sheet["tasks"][self.at]

    def words(self) -> str:
        """Say what is asked."""
        return filled_in(self.sheet["asks"], self.task["given"])

    def still(self) -> Paper:
        """Return what is given and what is asked for."""
        given = self.task["given"][self.sheet["given"]]
        return Paper(
            self._printed("shown", given if isinstance(given[0], list) else [given]),
            self._printed("answer", self.task["right"]),
        )

    def _printed(self, part: str, values: list[list]) -> Table:
        (caption, *names), given = self.sheet[part], self.task["given"]
        rows, columns = (
            [filled_in(name, given, t) for t in range(len(entries))]
            for name, entries in zip(names, (values, values[0]), strict=True)
        )
        return table(values, rows=rows, columns=columns, caption=caption)
