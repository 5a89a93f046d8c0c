"""A JupyterLab of its own for a test."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def running(folder: Path, settings: dict[str, str]) -> Iterator[str]:
    """Start JupyterLab in a folder, on a free port, and give its address."""
    address = f"http://127.0.0.1:{(port := free_port())}"
    command = [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root"]
    command += ["--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"]
    command += ["--IdentityProvider.token=", "--ServerApp.password="]
    command += ["--LabApp.expose_app_in_browser=True", "--ServerApp.disable_check_xsrf=True"]
    log, environment = folder / "server.log", os.environ | settings
    with log.open("w") as file:
        server = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=file, stderr=file, start_new_session=True
        )
        try:
            wait_for(f"{address}/api", server, log)
            yield address
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(timeout=30)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


def wait_for(address: str, server: subprocess.Popen, log: Path) -> None:
    for _ in range(300):
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except OSError:
            assert server.poll() is None, log.read_text()[-2000:]
            time.sleep(0.2)
    pytest.fail(f"JupyterLab did not start: {log.read_text()[-2000:]}")
