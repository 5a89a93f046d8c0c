"""Widget: drag a hidden state; see its scores, their softmax, and the gradient of the loss."""

import torch
from torch import Tensor
from traitlets import Float, Int, List

from bothends.head import project, token_loss, token_loss_grad
from bothends.show.tables import Table, table
from bothends.widgets.base import BookWidget, number, vector


class Logits(BookWidget):
    """Drag h in the plane and choose the target; see z, p, p - y and dh."""

    module = "logits"
    table = List(List(), [[0, 0], [1, 0], [0, 2], [1, 1]]).tag(sync=True)  # (V, 2)
    h = List(Float(), [1.0, 2.0]).tag(sync=True)  # (2,)
    target = Int(3).tag(sync=True)

    def words(self) -> str:
        """Say the target's probability, the loss, and its slopes."""
        h, z, target = self.scored()
        loss = token_loss(z, target).mean
        (dh,) = torch.autograd.grad(loss, h)
        p = z.softmax(-1)[self.target].item()
        return (
            f"At h = {vector(self.h)} the target, row {self.target}, has probability {number(p)}: "
            f"the loss is {number(loss.item())}, and dh is {vector(dh.tolist())}."
        )

    def still(self) -> Table:
        """Return the logits, their softmax and the gradient, row by row."""
        _, z, target = self.scored()
        z = z.detach()
        cells = torch.stack([z, z.softmax(-1), token_loss_grad(z, target)], dim=1)
        rows = [f"row {v}" for v in range(len(z))]
        return table(cells, rows=rows, columns=["z", "p", "p - y"], mark=[(self.target, 2)])

    def scored(self) -> tuple[Tensor, Tensor, Tensor]:
        """Return h, which autograd follows, its logits, and the target."""
        h = torch.tensor(self.h, dtype=torch.float64, requires_grad=True)
        z = project(h, torch.tensor(self.table, dtype=torch.float64))
        return h, z, torch.tensor(self.target)
