"""Fixtures for the tests of what make runs."""

import signal

import pytest


@pytest.fixture
def in_foreground():
    """A shell lets what it runs in the background ignore Ctrl-C, and so would all that we start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
