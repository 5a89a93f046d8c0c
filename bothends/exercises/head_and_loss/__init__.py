"""Chapter 07: logits, loss and the gradient of both."""

from bothends.exercises.head_and_loss import class_axis, four_logits, logits_grad, token_loss

EXERCISES = (
    four_logits.EXERCISE,
    token_loss.EXERCISE,
    logits_grad.EXERCISE,
    class_axis.EXERCISE,
)
