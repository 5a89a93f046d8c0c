"""What comes with a model: its tokenizer, and the contract between the two."""

import json
from dataclasses import asdict
from pathlib import Path

from tokenizers import Tokenizer
from torch import nn

from bothends.doctor.checkpoint import CannotLoadError
from bothends.vocab import Contract
from bothends.vocab.contract import Tokenizer as AnyTokenizer


def read_tokenizer(path: Path) -> Tokenizer:
    """Return the tokenizer of a tokenizer.json, or of the folder that holds one.

    Raises:
        CannotLoadError: there is none, or it cannot be read.

    """
    text = _text(path / "tokenizer.json" if path.is_dir() else path)
    try:
        return Tokenizer.from_str(text)
    except Exception as error:  # tokenizers raises no narrower one
        raise CannotLoadError(f"{path} is no tokenizer.json: {error}") from error


def read_contract(path: Path) -> Contract:
    """Return the contract that --write-contract wrote.

    Raises:
        CannotLoadError: there is none, or it cannot be read.

    """
    try:
        return Contract(**json.loads(_text(path)))
    except (TypeError, ValueError) as error:
        raise CannotLoadError(f"{path} is no contract: {error}") from error


def write_contract(path: Path, model: nn.Module, tokenizer: AnyTokenizer | None) -> None:
    """Write what this model and this tokenizer agree on.

    Raises:
        CannotLoadError: there is no tokenizer, or it does not fit the model.

    """
    if tokenizer is None:
        raise CannotLoadError("--write-contract needs a tokenizer: --tokenizer FILE")
    try:
        kept = Contract.of(model, tokenizer)
    except ValueError as error:
        raise CannotLoadError(f"--write-contract: {error}") from error
    path.write_text(json.dumps(asdict(kept)), "utf-8")


def _text(path: Path) -> str:
    if not path.is_file():
        raise CannotLoadError(f"there is no file {path}")
    return path.read_text("utf-8")
