"""Writing on from a prompt, one id at a time."""

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from bothends.head.targets import real_tokens
from bothends.model.cache import KVCache
from bothends.model.gpt import TinyGPT


@torch.no_grad()
def generate(
    model: TinyGPT,
    ids: Int[Tensor, "B T"],
    n_new: int,
    *,
    temperature: float | int = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
    attention_mask: Bool[Tensor, "B T"] | Int[Tensor, "B T"] | None = None,
) -> Int[Tensor, "B new_T"]:
    """Return the prompts with `n_new` ids drawn after each; temperature 0 takes the likeliest.

    The logits are cropped, so no id of a padded row is ever drawn. Prompts of several lengths
    are padded on the left and masked. A CPU `generator` draws the same ids on every device that
    gives the same probabilities.

    Raises:
        ValueError: the prompt is empty or ends in padding, temperature is negative or nan, or
            top_k is below 1.
        TypeError, IndexError, ValueError: as `TinyGPT.hidden`.

    """
    _check(ids, attention_mask, temperature, top_k)
    cache, new, mask = KVCache(), ids, attention_mask
    for _ in range(n_new):
        logits = model(new, attention_mask=mask, cache=cache)[:, -1]
        new, mask = _draw(logits, temperature, top_k, generator).to(ids.dtype), None
        ids = torch.cat((ids, new), 1)
    return ids


def _draw(
    logits: Float[Tensor, "B V"],
    temperature: float | int,
    top_k: int | None,
    generator: torch.Generator | None,
) -> Int[Tensor, "B 1"]:
    if temperature == 0:
        return logits.argmax(-1, keepdim=True)
    if top_k is not None:
        least = logits.topk(min(top_k, logits.shape[-1])).values[:, -1:]
        logits = logits.masked_fill(logits < least, float("-inf"))
    probabilities = (logits / temperature).softmax(-1)
    if generator is not None:
        probabilities = probabilities.to(generator.device)
    return torch.multinomial(probabilities, 1, generator=generator).to(logits.device)


def _check(ids: Tensor, mask: Tensor | None, temperature: float | int, top_k: int | None) -> None:
    if not ids.shape[-1]:
        raise ValueError("the prompt is empty: start with at least one id, such as bos")
    if mask is not None and not mask.is_meta and not real_tokens(mask, ids)[..., -1].all():
        raise ValueError("a prompt ends in padding, where writing goes on: pad on the left")
    if not temperature >= 0:
        raise ValueError(
            f"temperature={temperature} is negative or no number: use 0 for the likeliest id"
        )
    if top_k is not None and top_k < 1:
        raise ValueError(f"top_k={top_k} leaves no id to draw: use 1 or more, or None")
