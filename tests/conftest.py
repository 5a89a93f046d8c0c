"""Fixtures that every test may use."""

import shutil

import jaxtyping
import pytest
import torch
from hypothesis import settings

from tests.needs import need

settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=50)
settings.load_profile("repeatable")


@pytest.fixture(params=["cpu", pytest.param("cuda", marks=pytest.mark.cuda)])
def device(request) -> torch.device:
    """Each device that this machine has; a CUDA test says why it did not run."""
    if request.param == "cuda" and not torch.cuda.is_available():
        pytest.skip("no CUDA device here")
    return torch.device(request.param)


@pytest.fixture
def root(pressed_once, tmp_path, monkeypatch):
    """A copy, to change, of the small book that a test module has pressed."""
    monkeypatch.delenv("CI", raising=False)
    return shutil.copytree(pressed_once, tmp_path / "book")


@pytest.fixture
def as_learner():
    """Call the package as a notebook does, without run-time shape checks."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@pytest.fixture
def compiler():
    """`torch.compile` writes C++ for the CPU, and warns on Python 3.13.0 of slow guards."""
    need(shutil.which("g++") or shutil.which("clang++"), "no C++ compiler here: install g++")
    with torch._dynamo.config.patch(issue_3_13_0_warning=False):
        yield
