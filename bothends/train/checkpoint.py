"""What a run leaves on disk: all that its next step depends on, and the tokenizer."""

import os
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import distributed as dist
from torch.distributed.checkpoint.state_dict import (
    StateDictOptions,
    get_state_dict,
    set_state_dict,
)

from bothends.model import TinyGPT
from bothends.train.run import Run
from bothends.train.settings import Settings

CHECKPOINT, TOKENIZER = "checkpoint.pt", "tokenizer.json"


def is_first() -> bool:
    """Return whether this process is the one that writes: rank 0, or the only one."""
    return not dist.is_initialized() or dist.get_rank() == 0


def save(folder: Path, run: Run, tokenizer: Tokenizer) -> None:
    """Write the run into the folder; every process calls it, the first one writes.

    Tables are stored whole, whoever holds their shards, so that any team can go on. The file
    replaces the one before in one move: whenever a run is killed, one of them is complete.
    """
    model, optimizer = get_state_dict(
        run.model,
        run.optimizer,
        options=StateDictOptions(full_state_dict=True, cpu_offload=True),
    )
    if not is_first():
        return
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / TOKENIZER))
    state = {
        "decides": _decides(run),
        "model": model,
        "optimizer": optimizer,
        "generator": run.generator.get_state(),
        "losses": run.losses,
    }
    torch.save(state, folder / "unfinished.pt")
    os.replace(folder / "unfinished.pt", folder / CHECKPOINT)


def restore(folder: Path, run: Run) -> None:
    """Bring a new run to where the saved one was, if the folder holds one.

    Raises:
        ValueError: the saved run has other settings, or another text.

    """
    if not (folder / CHECKPOINT).exists():
        return
    state = _read(folder)
    now = _decides(run)
    differ = [
        f"{key} {value}, now {now[key]}"
        for key, value in state["decides"].items()
        if value != now[key]
    ]
    if differ:
        raise ValueError(
            f"{folder} holds another run: {'; '.join(differ)}. Go on with its settings, or use "
            "another folder"
        )
    set_state_dict(
        run.model,
        run.optimizer,
        model_state_dict=state["model"],
        optim_state_dict=state["optimizer"],
        options=StateDictOptions(full_state_dict=True),
    )
    run.generator.set_state(state["generator"])
    run.losses = state["losses"]


def load(folder: str | Path) -> tuple[TinyGPT, Tokenizer]:
    """Return the trained model, on the CPU, and its tokenizer."""
    state = _read(Path(folder))
    settings = {key: value for key, value in state["decides"].items() if key != "text"}
    model = TinyGPT(Settings(**settings).config())
    model.load_state_dict(state["model"])
    return model, Tokenizer.from_file(str(Path(folder) / TOKENIZER))


def _read(folder: Path) -> dict:
    return torch.load(folder / CHECKPOINT, map_location="cpu", weights_only=True)


def _decides(run: Run) -> dict[str, object]:
    """Return all that decides a run's result: its settings, and a fingerprint of its ids."""
    ids = run.ids.cpu().numpy().tobytes()
    return {**asdict(run.settings), "text": sha256(ids).hexdigest()[:16]}
