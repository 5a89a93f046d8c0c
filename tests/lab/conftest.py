"""A real JupyterLab on a free port, with set-up folders of its own, and a real browser."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from needs import FLAGS, need
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """The address of a JupyterLab, and the folder that it shows."""
    home = tmp_path_factory.mktemp("lab")
    settings = home / "settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"fetchNews": "false", "checkForUpdates": False}))
    folder, port = home / "notebooks", free_port()
    folder.mkdir()
    own = {f"JUPYTER_{name}_DIR": str(home / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    own |= {"JUPYTERLAB_SETTINGS_DIR": str(home / "settings")}
    own |= {"JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces")}
    own |= {"BOTHENDS_PROGRESS": str(home / "progress.json"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root"]
    command += ["--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"]
    command += ["--IdentityProvider.token=", "--ServerApp.password="]
    command += [f"--ServerApp.root_dir={folder}", "--LabApp.expose_app_in_browser=True"]
    with (home / "log").open("w") as log:
        server = subprocess.Popen(
            command, env=os.environ | own, stdout=log, stderr=log, start_new_session=True
        )
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/api", server, home / "log")
        yield address, folder
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=30)


def wait_for(address: str, server: subprocess.Popen, log: Path) -> None:
    for _ in range(300):
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except OSError:
            assert server.poll() is None, log.read_text()[-2000:]
            time.sleep(0.2)
    pytest.fail(f"JupyterLab did not start: {log.read_text()[-2000:]}")


@pytest.fixture
def page():
    """A page of a headless Chromium that can reach this machine only."""
    path = shutil.which("chromium")
    need(path, "no chromium here: install Debian's chromium package, or put one on PATH")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser.new_page(viewport={"width": 1280, "height": 1000})
        browser.close()
