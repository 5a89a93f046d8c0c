"""More tokens for a trained model: new rows at both ends, and nothing else changes."""

import torch
from torch import Tensor, nn
from torch.optim import Optimizer

from bothends.tying import ends
from bothends.vocab.conditions import (
    Init,
    check_init,
    check_second_moment,
    check_size,
    check_tables,
)
from bothends.vocab.contract import known_ids, padded_rows

SECOND_MOMENTS = ("exp_avg_sq", "max_exp_avg_sq", "square_avg", "sum")  # Adam, RMSprop, Adagrad


def grow(
    model: nn.Module,
    tokenizer_size: int,
    *,
    init: Init = "mean",
    optimizer: Optimizer | None = None,
    valid_size: int | None = None,
    second_moment: str = "zero",
) -> Optimizer | None:
    """Give ids up to `tokenizer_size` a row at both ends of the model; return the optimizer.

    Old rows and ids stay as they are, to the bit. The first `valid_size` rows have a meaning
    (default: `config.vocab_size`, else all); rows behind them are padding, and are initialised
    before any is added. No row is ever taken away. `config.vocab_size` follows, and a
    `config.row_multiple` is kept. Every module that holds a table gets the new Parameter, so a
    tie stays a tie. In the optimizer it takes the old one's place: the step count stays, moments
    of new rows are zero. Without `optimizer`, build a new one, or the new rows never learn.

    Adam divides by the root of a second moment that it takes for one of as many steps as it counts.
    After 10,000 steps a row that starts at zero moves 3.2 learning rates in its first step and 6.5
    in its tenth. With `second_moment="mean"` new rows begin with the mean of the old ones, and move
    no further than those.

    `init` is "mean" (of the old rows, the bias too: a new id then gets at most an even share of
    probability), "zero", "random" (the old rows' standard deviation), or for each new id the old
    ids of the pieces it replaces, whose mean it becomes: `{50257: [31373, 995]}`.

    Raises:
        ValueError: tokenizer_size is below valid_size, init is unknown or lacks a new id,
            second_moment is unknown, valid_size is not 1 to the number of rows, the two ends or
            the bias differ in rows, the tables are sharded, or as `bothends.tying.ends`.

    """
    embedding, head = ends(model)
    known = known_ids(model) if valid_size is None else valid_size
    check_tables(embedding, head, known)
    check_size(tokenizer_size, known)
    check_second_moment(second_moment)
    new_ids = range(known, tokenizer_size)
    check_init(init, new_ids)
    if not new_ids:
        return optimizer
    config = getattr(model, "config", None)
    rows = padded_rows(tokenizer_size, getattr(config, "row_multiple", 1))
    for old in dict.fromkeys((embedding.weight, head.weight, head.bias)):
        if old is not None:
            new = _grown(old, max(rows, len(old)), new_ids, init)
            _replace_in_model(model, old, new)
            _replace_in_optimizer(optimizer, old, new, new_ids, second_moment)
    embedding.num_embeddings = head.out_features = len(embedding.weight)
    if hasattr(config, "vocab_size"):
        config.vocab_size = max(config.vocab_size, tokenizer_size)
    return optimizer


@torch.inference_mode(False)  # the new rows are to learn
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
    optimizer: Optimizer | None,
    old: nn.Parameter,
    new: nn.Parameter,
    new_ids: range,
    second_moment: str,
) -> None:
    if optimizer is None:
        return
    for group in optimizer.param_groups:
        group["params"] = [new if p is old else p for p in group["params"]]
    if old in optimizer.state:
        state = optimizer.state.pop(old)
        optimizer.state[new] = {
            key: _state(value, old, new, new_ids, second_moment == "mean" and key in SECOND_MOMENTS)
            for key, value in state.items()
        }


def _state(value: object, old: Tensor, new: Tensor, new_ids: range, as_mean: bool) -> object:
    """Return a moment with numbers for new rows; a step count, which has no rows, as it is."""
    if not isinstance(value, Tensor) or value.shape[:1] != old.shape[:1]:
        return value
    known = value[: new_ids.start]
    grown = value.new_zeros(len(new), *value.shape[1:])
    grown[: len(known)] = known
    if as_mean:
        grown[new_ids.start : new_ids.stop] = known.float().mean(0).to(value.dtype)
    return grown
