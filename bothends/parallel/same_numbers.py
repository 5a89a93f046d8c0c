"""Do shards give the numbers of one process? A program for torchrun, and how to start it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import torch
from torch import distributed as dist
from torch import nn

from bothends.device import generator, pick_device
from bothends.head import token_loss
from bothends.parallel import loss_parallel, shard, sharded_loss, vocab_mesh
from bothends.tying import is_tied, tie


def compare() -> dict:
    """Return what this rank found: its rows and logits, and whether loss and gradient agree."""
    device, mesh = pick_device(), vocab_mesh(pick_device())
    ids, targets = torch.randint(31, (2, 4, 5), generator=generator(1)).to(device)
    emb, head = nn.Embedding(31, 6), nn.Linear(6, 31, bias=False)
    tie(emb, head)
    emb.weight.data.normal_(generator=generator(0))
    emb, head = emb.to(device), head.to(device)

    whole = token_loss(head(emb(ids)), targets).mean  # by one process
    whole.backward()
    want, emb.weight.grad = emb.weight.grad, None

    shard(emb, head, mesh)
    with loss_parallel():
        logits = head(emb(ids))
        loss = sharded_loss(logits, targets).mean
        loss.backward()
    grad = emb.weight.grad.full_tensor()
    return {
        "rows": len(emb.weight.to_local()),
        "logits": str(tuple(logits.to_local().shape)),
        "same loss": torch.allclose(loss, whole),
        "same gradient": torch.allclose(grad, want, atol=1e-6),
        "tied": is_tied(emb, head),
    }


def on(processes: int) -> list[dict]:
    """Start the program in so many processes on the CPU, and return what each rank found.

    Raises:
        RuntimeError: it fails; the message is what it wrote.

    """
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    command += [f"--nproc-per-node={processes}", "-m", __name__]
    settings = {"BOTHENDS_DEVICE": "cpu", "OMP_NUM_THREADS": "1"}
    settings["PYTHONPATH"] = str(Path(__file__).parents[2])
    run = subprocess.run(command, env=os.environ | settings, capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(run.stderr)
    return json.loads(run.stdout.splitlines()[-1])


if __name__ == "__main__":
    mine = compare()
    found = [None] * dist.get_world_size()
    dist.all_gather_object(found, mine)
    if dist.get_rank() == 0:
        print(json.dumps(found))
    dist.destroy_process_group()
