"""The choice of a device: argument, environment, CUDA, CPU, in this order."""

import pytest
import torch

from bothends.device import generator, pick_device


def test_the_argument_comes_first(monkeypatch):
    monkeypatch.setenv("BOTHENDS_DEVICE", "meta")
    assert pick_device("cpu") == torch.device("cpu")
    assert pick_device() == torch.device("meta")


def test_without_a_wish_cuda_if_present(monkeypatch):
    monkeypatch.delenv("BOTHENDS_DEVICE", raising=False)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert pick_device() == torch.device("cpu")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    assert pick_device() == torch.device("cuda")


def test_a_device_that_is_not_there_is_refused(monkeypatch):
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    with pytest.raises(RuntimeError, match=r"prefer='cuda:1', but .* sees 1 CUDA devices"):
        pick_device("cuda:1")


def test_an_unknown_name_is_refused_with_its_origin(monkeypatch):
    monkeypatch.setenv("BOTHENDS_DEVICE", "gpu")
    with pytest.raises(ValueError, match=r"BOTHENDS_DEVICE='gpu' .*'cpu' or 'cuda'"):
        pick_device()


def test_generators_repeat(device):
    a, b = (torch.rand(3, generator=generator(7, device), device=device) for _ in range(2))
    assert torch.equal(a, b)
