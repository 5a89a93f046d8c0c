"""A training: model, optimizer, data order, and the losses so far."""

from collections.abc import Callable

import torch
from jaxtyping import Int
from torch import Tensor

from bothends.device import generator
from bothends.model import TinyGPT
from bothends.train.parallelism import SingleProcess
from bothends.train.settings import Settings


def draw(
    ids: Int[Tensor, "N"], batch: int, length: int, generator: torch.Generator
) -> Int[Tensor, "batch length"]:
    """Return windows of the text that begin at random places; the generator is on the CPU.

    Raises:
        ValueError: the text is shorter than a window.

    """
    if len(ids) < length:
        raise ValueError(
            f"the text has {len(ids)} ids and a window {length}: use a longer text, "
            "or a smaller sequence_len"
        )
    starts = torch.randint(len(ids) - length + 1, (batch, 1), generator=generator)
    return ids[(starts + torch.arange(length)).to(ids.device)]


class Run:
    """A training that has come `len(losses)` steps far; every step begins where the last ended.

    Weights are drawn on the CPU, and so are the windows: a seed means the same run on every
    device, up to rounding. `team` says who shares the steps.
    """

    def __init__(
        self,
        settings: Settings,
        ids: Int[Tensor, "N"],
        team: Callable[[TinyGPT], SingleProcess] = SingleProcess,
    ) -> None:
        self.settings, self.ids = settings, ids
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            self.model = TinyGPT(settings.config()).to(ids.device)
        self.team = team(self.model)
        # foreach would put whole and sharded Parameters into one list, which torch refuses.
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=settings.lr, foreach=False)
        self.generator = generator(settings.seed)
        self.losses: list[float] = []

    def step(self) -> float:
        """Draw a batch, update the weights once, and return the loss before the update."""
        windows = draw(self.ids, self.settings.batch, self.settings.sequence_len, self.generator)
        self.optimizer.zero_grad()
        loss = self.team.backward(windows)
        self.optimizer.step()
        self.losses.append(loss.item())
        return self.losses[-1]
