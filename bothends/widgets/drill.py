"""Widget: fresh numbers without end, a table to fill in, and the name of the mistake."""

import math
from dataclasses import dataclass

import torch
from torch import Tensor
from traitlets import Bool, Dict, Enum, Int, List, Unicode, default, observe

from bothends.head import project, token_loss_grad
from bothends.lookup import lookup
from bothends.rope import rotate
from bothends.scatter import embedding_grad
from bothends.show.tables import Table, table
from bothends.widgets.base import BookWidget, vector

E = [[0, 0], [1, 0], [0, 2], [1, 1]]
EXAMPLES = {
    "lookup": {"table": E, "ids": [1, 3, 1]},
    "scatter": {"ids": [1, 3, 1], "upstream": [[1, 2], [3, 4], [5, 6]], "vocab_size": 4},
    "logits": {"table": E, "hidden": [1, 2], "target": 3},
    "rotation": {"x": [1, 2, 3, 4], "positions": [0, 1, 3], "pairing": "pairs", "sign": 1},
}
QUARTERS = (2, 1)  # quarter turns of each pair at each position


@dataclass(frozen=True)
class Paper:
    """A task as it is printed, with the answer folded away."""

    asks: str
    shows: Table
    answer: Table

    def _repr_html_(self) -> str:
        answer = f"<details><summary>Answer</summary>{self.answer._repr_html_()}</details>"
        return self.shows._repr_html_() + answer


class Drill(BookWidget):
    """A task of one kind: "lookup", "scatter", "logits" or "rotation".

    `given` is the task, the book's own example at first; the page draws others, the same for
    the same seed. `cells` is what is typed, `checked` what was typed at the last check.
    """

    module = "drill"
    kind = Enum(tuple(EXAMPLES), "lookup").tag(sync=True)
    given = Dict().tag(sync=True)
    seed = Int(0).tag(sync=True)
    cells = List(List(Unicode())).tag(sync=True)
    checked = List(List(Unicode())).tag(sync=True)
    hints = Int(0).tag(sync=True)
    shown = Bool(False).tag(sync=True)
    streak = Int(0).tag(sync=True)

    @default("given")
    def _example(self) -> dict:
        return EXAMPLES[self.kind]

    @observe("kind")
    def _ask(self, change) -> None:
        if self.given.keys() != EXAMPLES[self.kind].keys():
            self.given = EXAMPLES[self.kind]

    def words(self) -> str:
        """Say what is asked."""
        return PAPERS[self.kind](self.given).asks

    def still(self) -> Paper:
        """Return what is given and what is asked for."""
        return PAPERS[self.kind](self.given)


def right(kind: str, given: dict) -> Tensor:
    """Return the table that is asked for."""
    return RIGHT[kind](given)


def _looked_up(given: dict) -> Tensor:
    return lookup(_float(given["table"]), torch.tensor(given["ids"]))


def _gradient(given: dict) -> Tensor:
    ids = torch.tensor(given["ids"])
    return embedding_grad(ids, _float(given["upstream"]), given["vocab_size"])


def _slopes(given: dict) -> Tensor:
    z = project(_float(given["hidden"]), _float(given["table"]))
    dz = token_loss_grad(z[None], torch.tensor([given["target"]]))[0]
    return torch.stack([z, z.softmax(-1), dz])


def _turned(given: dict) -> Tensor:
    steps = torch.outer(torch.tensor(given["positions"]), torch.tensor(QUARTERS)) % 4
    angles = steps.double() * (math.pi / 2)
    x = _float(given["x"]).expand(len(angles), 1, -1)  # (T, H, head_dim)
    convention = {"pairing": given["pairing"], "sign": given["sign"]}
    return rotate(x, angles.cos(), angles.sin(), **convention)[:, 0]


def _float(values: list) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)


RIGHT = {"lookup": _looked_up, "scatter": _gradient, "logits": _slopes, "rotation": _turned}


def _lookup_paper(given: dict) -> Paper:
    ids = given["ids"]
    return Paper(
        f"The ids {vector(ids)} are looked up: write down what comes out, then check.",
        table(given["table"], rows=_names("row", given["table"]), caption="Table E, (V, D)"),
        table(right("lookup", given), rows=_places(ids), caption="Vectors X, (T, D)"),
    )


def _scatter_paper(given: dict) -> Paper:
    ids, grad = given["ids"], right("scatter", given)
    return Paper(
        f"The ids {vector(ids)} were read: write down the gradient of the table, then check.",
        table(given["upstream"], rows=_places(ids), caption="Upstream gradient G, (T, D)"),
        table(grad, rows=_names("row", grad), caption="Gradient of E, (V, D)"),
    )


def _logits_paper(given: dict) -> Paper:
    names = _names("row", given["table"])
    lines = right("logits", given).tolist()
    return Paper(
        f"h = {vector(given['hidden'])}, target {given['target']}: write down logits, "
        "probabilities and slopes, then check.",
        table(given["table"], rows=names, caption="Table E, (V, D)"),
        table(lines, rows=["z", "p", "dz"], columns=names),
    )


def _rotation_paper(given: dict) -> Paper:
    positions = given["positions"]
    pairs = "halves" if given["pairing"] == "halves" else "neighbours"
    rule = f"Pairs: {pairs}, sign {given['sign']:+d}, half a turn and a quarter turn a position"
    return Paper(
        f"{vector(given['x'])} stands at positions {vector(positions)}: write down where its "
        "pairs turn, then check.",
        table(given["x"], rows=["x"], caption=rule),
        table(
            right("rotation", given),
            rows=[f"m = {position}" for position in positions],
            caption="The vector, turned",
        ),
    )


def _names(word: str, rows) -> list[str]:
    return [f"{word} {n}" for n in range(len(rows))]


def _places(ids: list[int]) -> list[str]:
    return [f"place {t}, id {id_}" for t, id_ in enumerate(ids)]


PAPERS = {
    "lookup": _lookup_paper,
    "scatter": _scatter_paper,
    "logits": _logits_paper,
    "rotation": _rotation_paper,
}
