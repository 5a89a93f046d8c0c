"""Where tensors live: choose a device once, and seed generators on purpose."""

import os

import torch


def pick_device(prefer: str | torch.device | None = None) -> torch.device:
    """Return the first of: the argument, `BOTHENDS_DEVICE`, CUDA if present, the CPU.

    Raises:
        ValueError: the name is not one that torch knows.
        RuntimeError: CUDA was asked for and this machine, or this torch build, has none.

    """
    asked_by = "prefer" if prefer else "BOTHENDS_DEVICE"
    name = prefer or os.environ.get("BOTHENDS_DEVICE") or _default_name()
    try:
        device = torch.device(name)
    except RuntimeError as error:
        raise ValueError(
            f"{asked_by}={name!r} names no torch device: use 'cpu' or 'cuda'"
        ) from error
    if device.type == "cuda" and (device.index or 0) >= torch.cuda.device_count():
        raise RuntimeError(
            f"{asked_by}={name!r}, but torch {torch.__version__} sees "
            f"{torch.cuda.device_count()} CUDA devices: use 'cpu', or install a CUDA build of torch"
        )
    return device


def _default_name() -> str:
    return "cuda" if torch.cuda.is_available() else "cpu"


def generator(seed: int, device: str | torch.device = "cpu") -> torch.Generator:
    """Return a new generator on `device`, seeded with `seed`.

    Draw on the CPU and move the result when numbers must be the same on every machine:
    the CPU and CUDA generators give different numbers for one seed.
    """
    return torch.Generator(device).manual_seed(seed)
