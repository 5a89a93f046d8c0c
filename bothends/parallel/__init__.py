"""Both ends on several processes: each holds some rows of the vocabulary, none holds them all.

Start a program with `torchrun`, one process per device: gloo joins CPUs, NCCL joins GPUs. torch's
tensor parallelism does the work: every process sees the same ids and the same hidden states, reads
and scores its own rows, and the processes exchange sums, never the `(N, V)` logits.

`tables` cuts both ends, `loss` is the loss of what they give.
"""

from torch.distributed.tensor.parallel import loss_parallel

from bothends.parallel.loss import sharded_loss
from bothends.parallel.tables import shard, vocab_mesh

__all__ = ["loss_parallel", "shard", "sharded_loss", "vocab_mesh"]
