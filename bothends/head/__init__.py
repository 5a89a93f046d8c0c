"""Logits out: hidden states times the output table, and the loss on the next token.

`logits` makes the scores, `targets` shifts the ids and checks them, `weights` says how much each
counts, `loss` is the cross-entropy and its gradient, `chunked` the same loss without holding the
logits, by `chunks`.
"""

from bothends.head.chunked import chunked_token_loss
from bothends.head.logits import project, softcap
from bothends.head.loss import LossSum, token_loss, token_loss_grad
from bothends.head.targets import next_token_targets

__all__ = [
    "LossSum",
    "chunked_token_loss",
    "next_token_targets",
    "project",
    "softcap",
    "token_loss",
    "token_loss_grad",
]
