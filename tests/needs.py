"""What some tests need from the machine: a browser, a compiler."""

import os

import pytest

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


def need(thing: object, sentence: str) -> None:
    """Skip when something is missing; in CI, where nothing may be missing, fail."""
    if thing:
        return
    (pytest.fail if os.environ.get("CI") else pytest.skip)(sentence)
