"""Weights from a file into a model, with a record of what did not fit; no code is executed."""

from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError

import torch
from torch import Tensor, nn


class CannotLoadError(Exception):
    """What was asked for cannot be loaded; the message says why and what to do."""


@dataclass(frozen=True)
class Checkpoint:
    """Names that were in the model or in the file only, or did not agree."""

    missing: tuple[str, ...] = ()
    unexpected: tuple[str, ...] = ()
    mismatched: tuple[str, ...] = ()
    conflicting: tuple[str, ...] = ()


def read_weights(path: Path, *, allow_pickle: bool = False) -> dict[str, Tensor]:
    """Return the tensors of a file by name; those under "state_dict", if it has that.

    Raises:
        CannotLoadError: as `read_file`, or the file holds something else.

    """
    held = read_file(path, allow_pickle=allow_pickle)
    if isinstance(held, dict):
        held = held.get("state_dict", held)
    if not isinstance(held, dict) or not all(isinstance(t, Tensor) for t in held.values()):
        raise CannotLoadError(f"{path} holds no tensors by name: save model.state_dict()")
    return held


def read_file(path: Path, *, allow_pickle: bool = False) -> object:
    """Return what the file holds: tensors by name, or any object if a pickle may be executed.

    Raises:
        CannotLoadError: the file is missing or broken, or is a pickle that holds more than
            tensors and `allow_pickle` is not given.

    """
    if not path.is_file():
        raise CannotLoadError(f"there is no file {path}")
    if path.suffix == ".safetensors":
        return _safetensors(path)
    try:
        return torch.load(path, map_location="cpu", weights_only=not allow_pickle)
    except UnpicklingError as error:
        raise CannotLoadError(
            f"{path} is a pickle that holds more than tensors, and reading it would execute what "
            "is written in it. Save tensors with safetensors.torch.save_file, or, if you trust "
            "whoever made the file, say --allow-pickle"
        ) from error
    except (OSError, RuntimeError, EOFError) as error:
        raise CannotLoadError(f"{path} cannot be read: {error}") from error


def _safetensors(path: Path) -> dict[str, Tensor]:
    try:
        from safetensors import SafetensorError
        from safetensors.torch import load_file
    except ImportError as error:
        raise CannotLoadError(f"to read {path}, pip install safetensors") from error
    try:
        return load_file(path)
    except SafetensorError as error:
        raise CannotLoadError(f"{path} is no safetensors file: {error}") from error


def fill(model: nn.Module, weights: dict[str, Tensor]) -> Checkpoint:
    """Load what fits into the model, and return what does not."""
    own = model.state_dict(keep_vars=True)
    shared = _shared(own)
    found = {name: tensor for name, tensor in weights.items() if name in own}
    fits = {name: tensor for name, tensor in found.items() if tensor.shape == own[name].shape}
    model.load_state_dict(fits, strict=False)
    return Checkpoint(
        missing=tuple(n for n in own if not any(twin in weights for twin in shared[n])),
        unexpected=tuple(name for name in weights if name not in own),
        mismatched=tuple(
            f"{name} {tuple(tensor.shape)}, in the model {tuple(own[name].shape)}"
            for name, tensor in found.items()
            if name not in fits
        ),
        conflicting=tuple(
            f"{name} and {other}"
            for name in fits
            for other in shared[name]
            if name < other and other in fits and not torch.equal(fits[name], fits[other])
        ),
    )


def _shared(own: dict[str, Tensor]) -> dict[str, list[str]]:
    """Return for each name all names of the same tensor object."""
    return {name: [n for n, t in own.items() if t is tensor] for name, tensor in own.items()}
