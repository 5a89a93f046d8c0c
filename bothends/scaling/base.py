"""The frequencies of RoFormer, and what every way to slow them down has in common."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

Device = str | torch.device
Number = int | float
Frequencies = Float[Tensor, "half"]


def base_frequencies(head_dim: int, base: Number, *, device: Device = "cpu") -> Frequencies:
    """Return theta_i = base ** (-2i / head_dim), i = 0 .. head_dim / 2 - 1, in radians per token.

    float64, or float32 on a device without it.

    Raises:
        ValueError: head_dim is odd or below 2, or base is not above 1.

    Source: RoFormer, arXiv 2104.09864, eq. 15.

    """
    if head_dim < 2 or head_dim % 2:
        raise ValueError(
            f"head_dim={head_dim}, but rotation turns pairs of channels: use an even head_dim >= 2"
        )
    if not base > 1:
        raise ValueError(
            f"base={base}, but frequencies fall from pair to pair only with a base above 1: "
            "use the one that the model was trained with, such as 10000"
        )
    exponents = torch.arange(0, head_dim, 2, dtype=angle_dtype(device), device=device) / head_dim
    return base**-exponents


def angle_dtype(device: Device) -> torch.dtype:
    """Return the widest float that a device computes in: float64, but float32 on Apple's GPU."""
    return torch.float32 if torch.device(device).type == "mps" else torch.float64


@dataclass(frozen=True)
class Scaling(ABC):
    """A context `factor` times as long as the one that the model was trained on.

    Raises:
        ValueError: factor is below 1.

    """

    factor: Number

    def __post_init__(self) -> None:
        if not self.factor >= 1:
            raise ValueError(
                f"{type(self).__name__} got factor={self.factor}: use the new length divided by "
                "the one in training, at least 1"
            )

    @property
    def attention_factor(self) -> float:
        """The number that multiplies cos and sin; scores grow by its square."""
        return 1.0

    def frequencies(
        self, head_dim: int, base: Number, seq_len: int | None = None, *, device: Device = "cpu"
    ) -> Frequencies:
        """Return the slowed frequencies; `seq_len`, in tokens, matters where a class says so.

        Raises:
            ValueError: as `base_frequencies`.

        """
        return self._slowed(base_frequencies(head_dim, base, device=device), base, seq_len)

    @abstractmethod
    def _slowed(self, theta: Frequencies, base: Number, seq_len: int | None) -> Frequencies:
        """Return theta, pair by pair the same or lower."""


def check_attention_factor(name: str, factor: Number | None) -> None:
    """Check an attention factor that a model's config gives; None stands for the formula's.

    Raises:
        ValueError: it is not positive.

    """
    if factor is not None and not factor > 0:
        raise ValueError(
            f"{name} got attention_factor={factor}, which multiplies cos and sin: use a positive "
            "number, or None for the published formula"
        )
