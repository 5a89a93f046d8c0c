"""What every path asks of its tensors alike: one device, and no tensor that autograd refuses."""

import torch
from torch import Tensor


def check_device(name: str, tensor: Tensor, other_name: str, other: Tensor) -> None:
    """Check that two tensors are on one device; torch may read memory that was never written.

    Raises:
        ValueError: they are not; the message names both.

    """
    if tensor.device != other.device:
        raise ValueError(
            f"{name} and {other_name} are on two devices, {tensor.device} and {other.device}: "
            f"move both to one, such as {other_name}.to({str(tensor.device)!r})"
        )


def recordable(tensor: Tensor) -> Tensor:
    """Return the tensor, or its copy if it was made in inference mode and is used outside it.

    Autograd keeps what the backward pass needs, and refuses to keep a tensor that was made in
    inference mode.
    """
    if torch.compiler.is_compiling() or not tensor.is_inference():
        return tensor
    return tensor if torch.is_inference_mode_enabled() else tensor.clone()
