"""How much each target weighs in a loss."""

from jaxtyping import Bool, Float
from torch import Tensor

from bothends.guards import check_device, recordable
from bothends.head.logits import upcast


def token_weights(
    weights: Float[Tensor, "*N"] | None, counted: Bool[Tensor, "*N"]
) -> Float[Tensor, "*N"] | None:
    """Check one weight a target; return them in float32 or wider, 0 where a target is ignored.

    Raises:
        ValueError: weights and targets differ in shape or device, or the weight of a counted target
            is negative or not finite; the message names the first one.

    """
    if weights is None:
        return None
    if weights.shape != counted.shape:
        raise ValueError(
            f"weights have shape {tuple(weights.shape)} and targets have shape "
            f"{tuple(counted.shape)}: give one weight per target"
        )
    check_device("targets", counted, "weights", weights)
    weights = upcast(recordable(weights)).masked_fill(~counted, 0)
    where = () if weights.is_meta else (~((weights >= 0) & weights.isfinite())).nonzero()
    if len(where):
        position = tuple(where[0].tolist())
        raise ValueError(
            f"weight {weights[position].item()} at position {list(position)} is negative or not "
            "finite, and a mean needs shares: use 0 or more, or multiply the losses of per_token"
        )
    return weights
