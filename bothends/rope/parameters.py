"""What a published model turns by: the numbers in its config, layer by layer."""

from typing import NamedTuple

from bothends.scaling import (
    DynamicNTK,
    Linear,
    Llama3,
    LongRoPE,
    Number,
    Proportional,
    Scaling,
    YaRN,
)


class RopeParameters(NamedTuple):
    """What one layer turns by: `tables(positions, width, base=base, scaling=scaling)`.

    `width` is the number of channels that turn, the head's or fewer.
    """

    width: int
    base: Number
    scaling: Scaling | None


def rope_parameters(
    config: object, layer: int = 0, *, head_dim: int | None = None
) -> RopeParameters | None:
    """Return what a layer of a transformers config turns by, or None if it does not turn.

    `config.rope_parameters` is one for all layers, or one for each type in `config.layer_types`,
    as in Gemma 3 and 4. A config without it has `rope_theta`, or `base` as this package's has.
    `head_dim` is for a config that does not tell it.

    Raises:
        ValueError: no base or head_dim is named, or a rope_type or a layer type is not known here.

    Source: transformers, modeling_rope_utils.py.

    """
    asked = _of_layer(config, layer)
    if asked is None:
        return None
    base = asked.get("rope_theta") or _get(config, "rope_theta") or _get(config, "base")
    if base is None:
        raise ValueError("the config names no base: set rope_parameters['rope_theta']")
    head_dim = _head_dim(config, layer) or head_dim
    if head_dim is None:
        raise ValueError(
            "the config names no head_dim, and no hidden_size and heads: give head_dim"
        )
    scaling = _scaling(asked, _get(config, "max_position_embeddings"))
    share = 1 if isinstance(scaling, Proportional) else asked.get("partial_rotary_factor") or 1
    return RopeParameters(int(head_dim * share), base, scaling)


def _get(config: object, name: str) -> object:
    return getattr(config, name, None)


def _of_layer(config: object, layer: int) -> dict | None:
    asked, types = _get(config, "rope_parameters") or {}, _get(config, "layer_types")
    turning = _get(config, "no_rope_layers")  # SmolLM3, Llama 4: 1 where a layer does turn
    if turning and not turning[layer]:
        return None
    if types and types[layer] in asked:
        return asked[types[layer]]
    if any(isinstance(value, dict) for value in asked.values()):
        kind = types[layer] if types else None
        raise ValueError(
            f"rope_parameters are keyed by {', '.join(asked)}, not by layer type {kind}"
        )
    return asked


def _head_dim(config: object, layer: int) -> int | None:
    layers = _get(config, "per_layer_config")  # Gemma 4: heads differ from layer to layer
    own = config if layers is None else layers[layer]
    width, heads = _get(own, "hidden_size"), _get(own, "num_attention_heads")
    return _get(own, "head_dim") or (width // heads if width and heads else None)


def _scaling(asked: dict, max_len: int | None) -> Scaling | None:
    """Return the scaling that transformers calls by `rope_type`."""
    kind = asked.get("rope_type") or asked.get("type") or "default"
    length = asked.get("original_max_position_embeddings", max_len)
    factor = asked.get("factor") or max(1, (max_len or 1) / (length or 1))
    ways = {
        "default": lambda: None,
        "linear": lambda: Linear(factor),
        "dynamic": lambda: DynamicNTK(factor, max_len),
        "yarn": lambda: _yarn(factor, length, asked),
        "longrope": lambda: LongRoPE(
            factor,
            length,
            short_factor=asked["short_factor"],
            long_factor=asked["long_factor"],
            attention_factor=asked.get("attention_factor"),
        ),
        "llama3": lambda: Llama3(
            factor, asked["low_freq_factor"], asked["high_freq_factor"], length
        ),
        "proportional": lambda: Proportional(factor, share=asked.get("partial_rotary_factor", 1)),
    }
    if kind not in ways:
        raise ValueError(f"rope_type={kind!r} is not known here: {', '.join(ways)} are")
    return ways[kind]()


def _yarn(factor: Number, length: int, asked: dict) -> YaRN:
    """Read YaRN's options as transformers does: one mscale without the other counts for nothing."""
    mscale, all_dim = asked.get("mscale"), asked.get("mscale_all_dim")
    scales = {"mscale": mscale, "mscale_all_dim": all_dim} if mscale and all_dim else {}
    return YaRN(
        factor,
        length,
        beta_fast=asked.get("beta_fast") or 32,
        beta_slow=asked.get("beta_slow") or 1,
        truncate=asked.get("truncate", True),
        attention_factor=asked.get("attention_factor"),
        **scales,
    )
