"""Sharded ends: two processes against whole tables, and what one process can check."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from bookbuild.paths import ROOT
from bothends.model import Config, TinyGPT
from bothends.parallel import loss_parallel, shard, sharded_loss, vocab_mesh
from bothends.train.parallelism import Shards, SingleProcess
from bothends.tying import is_tied, tie

HERE = Path(__file__).parent
CASES = ["untied", "tied", "bias", "padding_idx", "scale_grad_by_freq"]


def test_two_processes_give_the_unsharded_loss_and_gradients():
    """V = 31 rows on two processes, with ignored targets. CUDA would need two GPUs."""
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]
    this_checkout = {"PYTHONPATH": str(ROOT)}
    settings = {"BOTHENDS_DEVICE": "cpu", "OMP_NUM_THREADS": "1"}
    run = subprocess.run(
        [*command, HERE / "parallel_worker.py"],
        env=os.environ | settings | this_checkout,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    lines = [line.split(maxsplit=1) for line in run.stdout.splitlines()]
    differences, wrong = dict(lines[: len(CASES)]), lines[len(CASES) :]
    assert list(differences) == CASES
    assert all(float(difference) < 1e-6 for difference in differences.values()), differences
    assert not wrong, "the sharded ends differ from their twins"


@pytest.mark.parametrize("tied", [True, False])
def test_a_group_of_one_gives_the_plain_numbers(alone, device, tied):
    embedding, head = nn.Embedding(7, 3).to(device), nn.Linear(3, 7, bias=False).to(device)
    if tied:
        tie(embedding, head)
    ids, targets = torch.tensor([[[1, 2, 1]], [[2, 1, -1]]], device=device)
    want = F.cross_entropy(head(embedding(ids)).mT, targets, ignore_index=-1)
    (want_grad,) = torch.autograd.grad(want, embedding.weight)
    shard(embedding, head, alone)
    assert is_tied(embedding, head) == tied
    with loss_parallel():
        loss = sharded_loss(head(embedding(ids)), targets, ignore_index=-1)
        loss.mean.backward()
    torch.testing.assert_close(loss.mean, want)
    torch.testing.assert_close(embedding.weight.grad.full_tensor(), want_grad)


def test_a_model_with_padding_and_a_cap_trains_as_in_one_process(alone, device):
    """Untied and tied, a step's loss and gradients; the padded rows get none."""
    windows = torch.tensor([[1, 4, 2, 2, 0]], device=device)
    for tied in (True, False):
        torch.manual_seed(0)
        options = {"vocab_size": 5, "row_multiple": 4, "softcap": 2, "tied": tied}
        model = TinyGPT(Config(n_layer=1, n_head=1, n_embd=4, sequence_len=8, **options))
        nn.init.normal_(model.head.weight)
        model = model.to(device)
        want = SingleProcess(model).backward(windows)
        grads = [p.grad.clone() for p in model.parameters()]
        model.zero_grad()
        got = Shards(model, alone).backward(windows)
        torch.testing.assert_close(got, want)
        for p, grad in zip(model.parameters(), grads, strict=True):
            whole = p.grad.full_tensor() if hasattr(p.grad, "full_tensor") else p.grad
            torch.testing.assert_close(whole, grad)
        assert not grads[-1][5:].any() or tied


def test_what_cannot_be_sharded_is_refused_with_its_reason(alone):
    head = nn.Linear(3, 7, bias=False)
    with pytest.raises(ValueError, match=r"max_norm=1\.0 rewrites table rows"):
        shard(nn.Embedding(7, 3, max_norm=1.0), head, alone)
    with pytest.raises(ValueError, match=r"sparse=True .*use sparse=False"):
        shard(nn.Embedding(7, 3, sparse=True), head, alone)


def test_what_the_loss_refuses(alone, device):
    embedding, head = nn.Embedding(7, 3).to(device), nn.Linear(3, 7).to(device)
    shard(embedding, head, alone)
    targets = torch.tensor([1, 2], device=device)
    logits = head(embedding(targets))
    with pytest.raises(TypeError, match=r"plain tensor.*after `shard`"):
        sharded_loss(logits.to_local(), targets)
    with pytest.raises(ValueError, match=r"label_smoothing=0\.1 averages over all V"):
        sharded_loss(logits, targets, label_smoothing=0.1)
    with pytest.raises(RuntimeError, match=r"one `with loss_parallel\(\):` block"):
        sharded_loss(logits, targets)
    with loss_parallel(), pytest.raises(IndexError, match=r"target 7 at position \[1\].*V = 7"):
        sharded_loss(logits, targets + torch.tensor([0, 5], device=device))


def test_a_program_without_torchrun_is_told(monkeypatch):
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    with pytest.raises(RuntimeError, match=r"WORLD_SIZE is not set.*torchrun --standalone"):
        vocab_mesh(torch.device("cpu"))
