"""How processes share a step: one alone, replicas of the model, or shards of its two tables."""

import os
from collections.abc import Callable
from functools import partial

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch import distributed as dist
from torch.distributed.device_mesh import DeviceMesh
from torch.nn.parallel import DistributedDataParallel

from bothends.device import pick_device
from bothends.head import next_token_targets, token_loss
from bothends.model import TinyGPT
from bothends.parallel import loss_parallel, shard, sharded_loss, vocab_mesh

Windows = Int[Tensor, "B T"]
Loss = Float[Tensor, ""]


class SingleProcess:
    """One process computes the whole batch."""

    def __init__(self, model: TinyGPT) -> None:
        self.model = model

    def backward(self, windows: Windows) -> Loss:
        """Add the gradient of the token mean over all windows, and return that mean."""
        loss = token_loss(self.model(windows), next_token_targets(windows)).mean
        loss.backward()
        return loss.detach()


class Replicas(SingleProcess):
    """Every process has the whole model and its part of the batch; DDP averages the gradients."""

    def __init__(self, model: TinyGPT) -> None:
        super().__init__(DistributedDataParallel(model))

    def backward(self, windows: Windows) -> Loss:
        """Do as one process does. Parts of one size make the mean of their means the token mean.

        Raises:
            ValueError: the windows do not split evenly.

        """
        processes = dist.get_world_size()
        if len(windows) % processes:
            raise ValueError(
                f"batch={len(windows)} does not split evenly over {processes} processes: "
                f"use a multiple of {processes}"
            )
        loss = super().backward(windows.chunk(processes)[dist.get_rank()])
        dist.all_reduce(loss)
        return loss / processes


class Shards(SingleProcess):
    """Every process has the whole batch, the blocks, and its own rows of the two tables."""

    def __init__(self, model: TinyGPT, mesh: DeviceMesh) -> None:
        super().__init__(model)
        shard(model.get_input_embeddings(), model.get_output_embeddings(), mesh)

    def backward(self, windows: Windows) -> Loss:
        """Do as `SingleProcess` does; the logits are never whole on one process."""
        hidden = self.model.hidden(windows)
        with loss_parallel():
            config, logits = self.model.config, self.model.head(hidden)
            loss = sharded_loss(
                logits,
                next_token_targets(windows),
                vocab_size=config.vocab_size,
                softcap=config.softcap,
            ).mean
            loss.backward()
        return loss.detach()


def join(sharded: bool) -> tuple[torch.device, Callable[[TinyGPT], SingleProcess]]:
    """Return this process's device and team: `SingleProcess`, unless `torchrun` started it.

    Raises:
        RuntimeError: sharded, but not started by `torchrun`.

    """
    device = pick_device()
    if "WORLD_SIZE" not in os.environ and not sharded:
        return device, SingleProcess
    mesh = vocab_mesh(device)
    if device.type == "cuda":
        device = torch.device("cuda", torch.cuda.current_device())
    return device, partial(Shards, mesh=mesh) if sharded else Replicas
