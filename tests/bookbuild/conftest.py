"""Fixtures for the tests of what make runs."""

import signal

import pytest


@pytest.fixture
def in_foreground():
    """A shell lets what it runs in the background ignore Ctrl-C, and nohup the end of a session.

    So would all that we start: what a program ignores, its shells cannot trap.
    """
    heeded = {signal.SIGINT: signal.default_int_handler, signal.SIGHUP: signal.SIG_DFL}
    before = {number: signal.signal(number, handler) for number, handler in heeded.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
