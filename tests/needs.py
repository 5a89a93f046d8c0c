"""What some tests need from the machine: a browser, a compiler."""

import os

import pytest


def need(thing: object, sentence: str) -> None:
    """Skip when something is missing; in CI, where nothing may be missing, fail."""
    if thing:
        return
    (pytest.fail if os.environ.get("CI") else pytest.skip)(sentence)
