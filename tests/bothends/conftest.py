"""Fixtures for the package's tests."""

import pytest
from torch import distributed as dist

from bothends.parallel import vocab_mesh


@pytest.fixture
def alone(tmp_path, monkeypatch, device):
    """A group of one process, in this one: gloo on the CPU, NCCL on CUDA."""
    monkeypatch.setenv("WORLD_SIZE", "1")
    store = dist.FileStore(str(tmp_path / "store"), 1)
    backend = {"cpu": "gloo", "cuda": "nccl"}[device.type]
    dist.init_process_group(backend, store=store, rank=0, world_size=1)
    yield vocab_mesh(device)
    dist.destroy_process_group()
