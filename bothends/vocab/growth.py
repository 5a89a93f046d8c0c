"""More tokens for a trained model: new rows at both ends, and nothing else changes."""

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn
from torch.optim import Optimizer

from bothends.tying import ends
from bothends.vocab.contract import known_ids, padded_rows

Init = str | Mapping[int, Sequence[int]]


def grow(
    model: nn.Module,
    tokenizer_size: int,
    *,
    init: Init = "mean",
    optimizer: Optimizer | None = None,
    valid_size: int | None = None,
) -> Optimizer | None:
    """Give ids up to `tokenizer_size` a row at both ends of the model; return the optimizer.

    Old rows and ids stay as they are, to the bit. The first `valid_size` rows have a meaning
    (default: `config.vocab_size`, else all); rows behind them are padding, and are initialised
    before any is added. Nothing ever shrinks. `config.vocab_size` follows, and a
    `config.row_multiple` is kept. Every module that holds a table gets the new Parameter, so a
    tie stays a tie. In the optimizer it takes the old one's place: the step count stays, moments
    of new rows are zero. Without `optimizer`, build a new one, or the new rows never learn.

    `init` is "mean" (of the old rows, the bias too: a new id then gets at most an even share of
    probability), "zero", "random" (the old rows' standard deviation), or for each new id the old
    ids of the pieces it replaces, whose mean it becomes: `{50257: [31373, 995]}`.

    Raises:
        ValueError: init is unknown or lacks a new id, valid_size is not 1 to the number of rows,
            the two ends differ in rows, or as `bothends.tying.ends`.

    """
    embedding, head = ends(model)
    known = known_ids(model) if valid_size is None else valid_size
    new_ids = range(known, tokenizer_size)
    _check(embedding, head, new_ids, init)
    if not new_ids:
        return optimizer
    config = getattr(model, "config", None)
    rows = padded_rows(tokenizer_size, getattr(config, "row_multiple", 1))
    for old in dict.fromkeys((embedding.weight, head.weight, head.bias)):
        if old is not None:
            new = _grown(old, max(rows, len(old)), new_ids, init)
            _replace_in_model(model, old, new)
            _replace_in_optimizer(optimizer, old, new, known)
    embedding.num_embeddings = head.out_features = len(embedding.weight)
    if hasattr(config, "vocab_size"):
        config.vocab_size = max(config.vocab_size, tokenizer_size)
    return optimizer


def _check(embedding: nn.Embedding, head: nn.Linear, new_ids: range, init: Init) -> None:
    if len(embedding.weight) != len(head.weight):
        raise ValueError(
            f"the embedding has {len(embedding.weight)} rows and the head {len(head.weight)}: "
            "grow needs both ends to have a row for every id"
        )
    if not 1 <= new_ids.start <= len(head.weight):
        raise ValueError(
            f"valid_size={new_ids.start}, but the tables have {len(head.weight)} rows: "
            "say how many of them have a meaning, or correct config.vocab_size"
        )
    if isinstance(init, str):
        if init not in ("mean", "zero", "random"):
            raise ValueError(
                f"init={init!r} is unknown: use 'mean', 'zero', 'random' or a mapping from each "
                "new id to the old ids of its pieces"
            )
        return
    for id_ in new_ids:
        pieces = init.get(id_, ())
        if not pieces or not all(0 <= piece < new_ids.start for piece in pieces):
            raise ValueError(
                f"init gives new id {id_} the pieces {list(pieces)}: it needs at least one, "
                f"each an old id, 0 to {new_ids.start - 1}"
            )


@torch.no_grad()
def _grown(old: nn.Parameter, rows: int, new_ids: range, init: Init) -> nn.Parameter:
    """Return a Parameter with old's rows, new rows at new_ids, and zeros behind them."""
    new = old.new_zeros(rows, *old.shape[1:])
    new[: len(old)] = old
    known = old[: new_ids.start].to(torch.promote_types(old.dtype, torch.float32))
    fresh = known.new_zeros(len(new_ids), *known.shape[1:])
    if init == "mean":
        fresh += known.mean(0)
    elif init == "random":
        fresh = torch.randn_like(fresh) * known.std(correction=0)
    elif init != "zero":
        fresh = torch.stack([known[list(init[id_])].mean(0) for id_ in new_ids])
    new[new_ids.start : new_ids.stop] = fresh
    return nn.Parameter(new, requires_grad=old.requires_grad)


def _replace_in_model(model: nn.Module, old: nn.Parameter, new: nn.Parameter) -> None:
    for module in model.modules():
        for name, parameter in module.named_parameters(recurse=False, remove_duplicate=False):
            if parameter is old:
                setattr(module, name, new)


def _replace_in_optimizer(
    optimizer: Optimizer | None, old: nn.Parameter, new: nn.Parameter, known: int
) -> None:
    if optimizer is None:
        return
    for group in optimizer.param_groups:
        group["params"] = [new if p is old else p for p in group["params"]]
    if old in optimizer.state:
        state = optimizer.state.pop(old)
        optimizer.state[new] = {key: _state(value, old, new, known) for key, value in state.items()}


def _state(value: object, old: Tensor, new: Tensor, known: int) -> object:
    """Return a moment with zeros for new rows; a step count, which has no rows, as it is."""
    if not isinstance(value, Tensor) or value.shape[:1] != old.shape[:1]:
        return value
    grown = value.new_zeros(len(new), *value.shape[1:])
    grown[:known] = value[:known]
    return grown
