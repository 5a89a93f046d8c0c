"""Widget: the bytes of the two ends and of one batch of logits, part by part."""

import torch
from traitlets import Bool, Enum, Int

from bothends import memory
from bothends.show.tables import Table, table
from bothends.widgets.base import BookWidget


class Memory(BookWidget):
    """Choose the sizes; see what the tables, their training and the logits take.

    `training`: "none" reads only; "adam" keeps gradients and moments in the tables' dtype;
    "master" keeps a copy of the tables and the moments in float32.
    """

    module = "memory"
    vocab_size = Int(50_000, min=1).tag(sync=True)
    n_embd = Int(4096, min=1).tag(sync=True)
    dtype = Enum(("float32", "bfloat16", "float16"), "float16").tag(sync=True)
    tied = Bool(True).tag(sync=True)
    training = Enum(("none", "adam", "master"), "master").tag(sync=True)
    batch = Int(8, min=1).tag(sync=True)
    length = Int(1024, min=1).tag(sync=True)

    def words(self) -> str:
        """Say how much the tables and the logits take."""
        *ends, logits, slopes = self.parts().values()
        start = "Reading" if self.training == "none" else "Training"
        return (
            f"{start} keeps {memory.human(sum(ends))} for the two ends, and one batch takes "
            f"{memory.human(logits + slopes)} for its logits: "
            f"{memory.human(sum(ends) + logits + slopes)} in all."
        )

    def still(self) -> Table:
        """Return the bytes of each part."""
        parts = self.parts()
        sizes = [[size, memory.human(size)] for size in parts.values()]
        return table(sizes, rows=list(parts), columns=["bytes", "in words"])

    def parts(self) -> dict[str, int]:
        """Return the bytes of each part by name."""
        sizes = {"vocab_size": self.vocab_size, "n_embd": self.n_embd, "tied": self.tied}
        dtype, trains = getattr(torch, self.dtype), self.training != "none"
        master = torch.float32 if self.training == "master" else None
        logits = memory.logits_bytes(self.batch * self.length, self.vocab_size, dtype)
        return {
            "one table" if self.tied else "two tables": memory.table_bytes(dtype=dtype, **sizes),
            "gradient": memory.gradient_bytes(dtype=dtype, **sizes) if trains else 0,
            "copy in float32": memory.table_bytes(dtype=master, **sizes) if master else 0,
            "Adam's moments": memory.adam_bytes(dtype=master or dtype, **sizes) if trains else 0,
            "logits": logits,
            "gradient of logits": logits if trains else 0,
        }
