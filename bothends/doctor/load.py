"""From what the command line names to a subject."""

import importlib
from argparse import Namespace
from pathlib import Path
from pickle import UnpicklingError

from torch import nn
from torch.optim import Optimizer

from bothends import rope
from bothends.doctor.checkpoint import CannotLoadError, Checkpoint, fill, read_file, read_weights
from bothends.doctor.subject import Subject
from bothends.doctor.tokenizer_io import read_contract, read_tokenizer
from bothends.vocab.contract import Tokenizer


def load(asked: Namespace) -> Subject:
    """Return the subject that the options describe.

    Raises:
        CannotLoadError: something that is named does not exist or cannot be read.

    """
    subject = _target(asked)
    subject.trained = subject.checkpoint is not None if asked.trained is None else asked.trained
    subject.longest = asked.longest
    if asked.tokenizer:
        subject.tokenizer = read_tokenizer(asked.tokenizer)
    if asked.contract:
        subject.contract = read_contract(asked.contract)
    if asked.convention:
        subject.convention = getattr(rope, asked.convention.upper())
    return subject


def _target(asked: Namespace) -> Subject:
    path = Path(asked.target)
    if path.exists() and asked.weights:
        raise CannotLoadError(f"{path} brings its weights: --weights goes with a factory")
    if path.is_dir():
        return _folder(path, asked.allow_pickle)
    if path.is_file():
        return _module_file(path, asked.allow_pickle)
    subject = _factory(asked.target)
    if asked.weights:
        weights = read_weights(asked.weights, allow_pickle=asked.allow_pickle)
        subject.checkpoint = fill(subject.model, weights)
    return subject


def _factory(target: str) -> Subject:
    """Call `package.module:factory`, which returns a model, alone or in a tuple."""
    module, colon, name = target.partition(":")
    if not colon:
        raise CannotLoadError(
            f"{target} is no file or folder here: name one, or package.module:factory"
        )
    try:
        made = getattr(importlib.import_module(module), name)()
    except Exception as error:  # the reader's code
        raise CannotLoadError(f"{target}: {type(error).__name__}: {error}") from error
    parts = made if isinstance(made, tuple) else (made,)
    kinds = {"model": nn.Module, "optimizer": Optimizer, "tokenizer": Tokenizer}
    found = {name: [p for p in parts if isinstance(p, kind)] for name, kind in kinds.items()}
    if not found["model"]:
        raise CannotLoadError(f"{target} returned {type(made).__name__}, and no torch.nn.Module")
    return Subject(**{name: which[0] for name, which in found.items() if which})


def _folder(path: Path, allow_pickle: bool) -> Subject:
    """Read a folder that transformers saved; its code is never executed."""
    try:
        from transformers import AutoModelForCausalLM
    except ImportError as error:
        raise CannotLoadError(f"to read the folder {path}, pip install transformers") from error
    try:
        model, info = AutoModelForCausalLM.from_pretrained(
            path,
            local_files_only=True,
            trust_remote_code=False,
            use_safetensors=None if allow_pickle else True,
            output_loading_info=True,
        )
    except (OSError, ValueError, RuntimeError, UnpicklingError) as error:
        raise CannotLoadError(f"{path}: {error}") from error
    checkpoint = Checkpoint(
        missing=tuple(sorted(info["missing_keys"])),
        unexpected=tuple(sorted(info["unexpected_keys"])),
        mismatched=tuple(str(key) for key in info["mismatched_keys"]),
    )
    tokenizer = path / "tokenizer.json"
    return Subject(
        model,
        checkpoint=checkpoint,
        tokenizer=read_tokenizer(tokenizer) if tokenizer.exists() else None,
    )


def _module_file(path: Path, allow_pickle: bool) -> Subject:
    """Read a module that was pickled whole."""
    model = read_file(path, allow_pickle=allow_pickle)
    if not isinstance(model, nn.Module):
        raise CannotLoadError(
            f"{path} holds tensors and no model to put them in: "
            f"name the model, package.module:factory --weights {path}"
        )
    return Subject(model, checkpoint=Checkpoint())
