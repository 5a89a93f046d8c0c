"""Softmax and its loss for one place, in plain numbers, and the ways in which they go wrong."""

import math

NO_ONE_HOT = (
    "You gave the probabilities themselves. The loss also holds minus the target's logit, so 1 is "
    "taken off at the target, and the slopes of one place sum to 0."
)
REVERSED = (
    "Every sign is turned round. The slope of the target is negative: raising its logit makes "
    "the loss smaller."
)


def softmax(logits):
    """Return positive shares that sum to 1; the largest logit is subtracted first."""
    top = max(logits)
    powers = [math.exp(z - top) for z in logits]
    return [power / sum(powers) for power in powers]


def minus_one_hot(numbers, target):
    """Return the numbers with 1 taken off at the target."""
    return [x - (v == target) for v, x in enumerate(numbers)]


def negative(numbers):
    """Return each number with the other sign."""
    return [-x for x in numbers]
