"""What must be true before a vocabulary can grow."""

from collections.abc import Mapping, Sequence

from torch import nn

Init = str | Mapping[int, Sequence[int]]


def check_tables(embedding: nn.Module, head: nn.Module, known: int) -> None:
    """Check that both ends have a row for every id, and `known` of them a meaning.

    Raises:
        ValueError: they have not, or the tables are sharded.

    """
    if len(embedding.weight) != len(head.weight):
        raise ValueError(
            f"the embedding has {len(embedding.weight)} rows and the head {len(head.weight)}: "
            "grow needs both ends to have a row for every id"
        )
    if head.bias is not None and len(head.bias) != len(head.weight):
        raise ValueError(
            f"the head has {len(head.weight)} rows and its bias {len(head.bias)}: give the bias a "
            "number for every row first"
        )
    if hasattr(head.weight, "full_tensor"):
        raise ValueError(
            "the tables are cut over processes, where no rows can be added: grow before "
            "bothends.parallel.shard"
        )
    if not 1 <= known <= len(head.weight):
        raise ValueError(
            f"valid_size={known}, but the tables have {len(head.weight)} rows: "
            "say how many of them have a meaning, or correct config.vocab_size"
        )


def check_size(tokenizer_size: int, known: int) -> None:
    """Check that no id with a meaning is to go.

    Raises:
        ValueError: tokenizer_size is below `known`.

    """
    if tokenizer_size < known:
        raise ValueError(
            f"tokenizer_size={tokenizer_size}, but {known} ids have a row with a meaning, and grow "
            f"takes none away: if those from {tokenizer_size} on are padding, say "
            f"valid_size={tokenizer_size}; to drop tokens, build a smaller model"
        )


def check_second_moment(second_moment: str) -> None:
    """Check that `second_moment` says what an optimizer holds for new rows.

    Raises:
        ValueError: it does not.

    """
    if second_moment not in ("zero", "mean"):
        raise ValueError(
            f"second_moment={second_moment!r} is unknown: use 'zero', or 'mean' of the old rows"
        )


def check_init(init: Init, new_ids: range) -> None:
    """Check that `init` says how every new row begins.

    Raises:
        ValueError: it is no known word, or lacks the pieces of a new id.

    """
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
