"""One of the processes that test_parallel.py starts: compare sharded with unsharded.

The oracle is torch on whole tables in the same process. Rank 0 prints one line per case, and one
for each refusal or option in which the sharded ends differ from their twins.
"""

import torch
from torch import distributed as dist
from torch import nn
from torch.nn import functional as F

from bothends.device import pick_device
from bothends.parallel import loss_parallel, shard, sharded_loss, vocab_mesh
from bothends.tying import is_tied, tie
from tests.bothends.twins import wrong_shards

V, D = 31, 6


def ends(device, tied, bias, **options):
    torch.manual_seed(0)
    embedding, head = nn.Embedding(V, D, **options), nn.Linear(D, V, bias=bias)
    if tied:
        tie(embedding, head)
    return embedding.to(device), head.to(device)


def batch(device, V=V):
    generator = torch.Generator().manual_seed(1)
    ids, targets = torch.randint(V, (2, 4, 5), generator=generator)
    ids[0], targets[0, :3] = torch.tensor([3, 3, 19, 19, 3]), -100
    return ids.to(device), targets.to(device)


def gradients(*modules):
    grads = {id(p): p.grad for module in modules for p in module.parameters()}
    return [g.full_tensor() if hasattr(g, "full_tensor") else g for g in grads.values()]


def compare(mesh, device, tied, bias=False, **options):
    """Return the largest difference in the loss and in any gradient."""
    ids, targets = batch(device)
    embedding, head = ends(device, tied, bias, **options)
    want = F.cross_entropy(head(embedding(ids)).mT, targets)
    want.backward()
    whole = gradients(embedding, head)

    embedding, head = ends(device, tied, bias, **options)
    shard(embedding, head, mesh)
    assert is_tied(embedding, head) == tied
    assert embedding.weight.to_local().shape[0] in (15, 16)
    with loss_parallel():
        logits = head(embedding(ids))
        assert logits.to_local().shape[-1] in (15, 16)
        loss = sharded_loss(logits, targets)
        loss.mean.backward()
    assert loss.count == 17
    parts = gradients(embedding, head)
    assert len(parts) == len(whole)
    return max(
        (a - b).abs().max().item() for a, b in zip([loss.mean, *parts], [want, *whole], strict=True)
    )


def main():
    device = pick_device()
    mesh = vocab_mesh(device)
    cases = {
        "untied": {"tied": False},
        "tied": {"tied": True},
        "bias": {"tied": True, "bias": True},
        "padding_idx": {"tied": False, "padding_idx": 3},
        "scale_grad_by_freq": {"tied": False, "scale_grad_by_freq": True},
    }
    for name, case in cases.items():
        difference = compare(mesh, device, **case)
        if dist.get_rank() == 0:
            print(f"{name} {difference:.1e}")
    for wrong in wrong_shards(mesh) if device.type == "cpu" else ():
        if dist.get_rank() == 0:
            print(wrong)
    dist.barrier()  # as bothends.train does, before a gloo thread is ended
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
