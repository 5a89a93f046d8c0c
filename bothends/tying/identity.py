"""A tie is one Parameter object in two modules: make it, prove it, restore it."""

import torch
from torch import Tensor, nn


def tie(embedding: nn.Embedding, head: nn.Linear) -> None:
    """Give the head the embedding's own Parameter, whose values stay; a bias stays the head's.

    Tie before the optimizer is built, and initialise once: the Parameter that survives keeps
    its initialisation.

    Raises:
        ValueError: the two tables differ in shape, or as `stale_sizes` says.

    """
    stale = stale_sizes(embedding, head)
    if stale:
        raise ValueError("; ".join(stale))
    rows, scored = tuple(embedding.weight.shape), tuple(head.weight.shape)
    if rows != scored:
        raise ValueError(
            f"the embedding's table has shape {rows} and the head's {scored}: "
            "only tables of one shape (V, D) can be one table"
        )
    head.weight = embedding.weight


def stale_sizes(embedding: nn.Module, head: nn.Module) -> list[str]:
    """Return a sentence for each size that a module says and its table does not have.

    Assigning a new Parameter leaves `num_embeddings`, `out_features` and the two widths as they
    were, and other code, such as a loader, believes them.
    """
    said = {"num_embeddings": 0, "embedding_dim": 1, "out_features": 0, "in_features": 1}
    return [
        f"{type(module).__name__}.{name} is {getattr(module, name)}, but its weight has shape "
        f"{tuple(module.weight.shape)}: set {name} = {module.weight.shape[axis]}"
        for module in (embedding, head)
        for name, axis in said.items()
        if getattr(module, name, module.weight.shape[axis]) != module.weight.shape[axis]
    ]


def is_tied(embedding: nn.Embedding, head: nn.Linear) -> bool:
    """Return whether both modules hold one Parameter object.

    Equal values prove nothing, and neither does an equal `data_ptr`: two Parameters that share
    storage are two entries in the optimizer, each with its own gradient.
    """
    return embedding.weight is head.weight


def ends(model: nn.Module) -> tuple[nn.Embedding, nn.Linear]:
    """Return the model's input embedding and its head.

    A model may say which they are, with the methods `get_input_embeddings` and
    `get_output_embeddings`, as those of transformers do. Otherwise they are its one nn.Embedding
    and one nn.Linear whose tables have the same shape.

    Raises:
        ValueError: there is no such pair, or more than one.

    """
    if hasattr(model, "get_input_embeddings") and hasattr(model, "get_output_embeddings"):
        found = [(model.get_input_embeddings(), model.get_output_embeddings())]
    else:
        inputs = [m for m in model.modules() if isinstance(m, nn.Embedding)]
        heads = [m for m in model.modules() if isinstance(m, nn.Linear)]
        found = [(e, h) for e in inputs for h in heads if e.weight.shape == h.weight.shape]
    if len(found) != 1 or None in found[0]:
        raise ValueError(
            f"which tables are the two ends of {type(model).__name__}? Not exactly one "
            "nn.Embedding and nn.Linear have tables of one shape (V, D): give the model the "
            "methods get_input_embeddings and get_output_embeddings, which return the two modules"
        )
    return found[0]


def retie(model: nn.Module) -> None:
    """Tie the `ends` of a model again, after a step that made two Parameters of one.

    Such steps are `to_empty`, `load_state_dict(assign=True)`, replacing a module, assigning
    `.data`, and conversions under `torch.__future__.set_overwrite_module_params_on_conversion`.
    An optimizer built in between holds a Parameter that is gone: build it after this.

    Raises:
        ValueError: the two tables differ, so that tying would lose one of them, or as `ends`.
            Memory that `to_empty` has just allocated differs too: load or initialise it first.

    """
    embedding, head = ends(model)
    if not is_tied(embedding, head):
        _refuse_conflict(embedding.weight.detach(), head.weight.detach())
        tie(embedding, head)


def _refuse_conflict(read: Tensor, scored: Tensor) -> None:
    kinds = [f"{w.dtype} {tuple(w.shape)} on {w.device}" for w in (read, scored)]
    if kinds[0] != kinds[1]:
        raise ValueError(
            f"the embedding's table is {kinds[0]} and the head's {kinds[1]}: "
            "convert one before they become one"
        )
    differ = ~torch.isclose(read, scored, rtol=0, atol=0, equal_nan=True)
    if not read.is_meta and differ.any():
        row, column = differ.nonzero()[0].tolist()
        raise ValueError(
            f"{differ.any(1).sum()} of {len(read)} rows differ, first at [{row}, {column}]: "
            f"{read[row, column]:.6g} in the embedding, {scored[row, column]:.6g} in the head. "
            "Tying loses one of them: load or initialise what to_empty has just allocated, leave "
            "the model untied, or choose: tie(embedding, head) keeps the embedding's values, "
            "embedding.weight = head.weight keeps the head's"
        )
