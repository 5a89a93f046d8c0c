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


def exp(x):
    """Return e to the x as numpy and torch do, infinity where it is too large for a float."""
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def log(x):
    """Return the logarithm as numpy and torch do, minus infinity for 0."""
    return math.log(x) if x > 0 else -math.inf if x == 0 else math.nan


def over(a, b):
    """Return a / b as numpy and torch do, NaN for 0 / 0 and for infinity over infinity."""
    if b == 0 or (math.isinf(a) and math.isinf(b)):
        return math.nan if not a or math.isinf(a) else math.copysign(math.inf, a)
    return a / b


def minus_one_hot(numbers, target):
    """Return the numbers with 1 taken off at the target."""
    return [x - (v == target) for v, x in enumerate(numbers)]


def negative(numbers):
    """Return each number with the other sign."""
    return [-x for x in numbers]
