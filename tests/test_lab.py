"""`make lab` and `make author` start JupyterLab with these settings: do they do what they say?"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

ROOT = Path(__file__).parents[1]
PAGE, SOURCE = "notebooks/02_lookup.ipynb", "book/chapters/02_lookup.md"


class Lab:
    """A running JupyterLab and the book that it serves."""

    def __init__(self, root: Path, port: int):
        self.root, self.url = root, f"http://127.0.0.1:{port}"

    def ask(self, path: str, body: dict | None = None) -> bytes:
        headers = {"Authorization": "token secret", "Content-Type": "application/json"}
        data = json.dumps(body).encode() if body else None
        method = "PUT" if body else "GET"
        with urlopen(Request(self.url + path, data, headers, method=method)) as answer:
            return answer.read()

    def append(self, text: str) -> None:
        """Write `text` below the first cell of the page, and save, as a browser does."""
        page = json.loads(self.ask(f"/api/contents/{PAGE}?type=notebook"))
        page["content"]["cells"][0]["source"] += text
        body = {"type": "notebook", "format": "json", "content": page["content"]}
        self.ask(f"/api/contents/{PAGE}", body)


@pytest.fixture
def start(tmp_path):
    servers = []

    def start(settings: str) -> Lab:
        for name in (PAGE, SOURCE):
            (tmp_path / name).parent.mkdir(parents=True)
            shutil.copy(ROOT / name, tmp_path / name)
        shutil.copytree(ROOT / "book/jupyter", tmp_path / "book/jupyter")
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        options = ["--no-browser", "--allow-root", f"--port={port}"]
        command = [sys.executable, "-m", "jupyterlab", *options]
        environment = {
            **os.environ,
            "JUPYTER_CONFIG_PATH": f"book/jupyter/{settings}",
            "JUPYTER_TOKEN": "secret",
        }
        with (tmp_path / "log").open("w") as log:
            servers.append(subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=log))
        lab = Lab(tmp_path, port)
        for _ in range(300):
            with suppress(URLError):
                lab.ask("/api")
                return lab
            time.sleep(0.2)
        raise TimeoutError((tmp_path / "log").read_text())

    yield start
    for server in servers:
        server.terminate()
        server.wait()


def test_author_writes_the_source_and_nothing_but_the_edit(start):
    lab = start("author")
    before = (lab.root / SOURCE).read_text(encoding="utf-8")
    lab.append("\n\nA new sentence.")
    after = (lab.root / SOURCE).read_text(encoding="utf-8")
    assert "\nA new sentence.\n\n" in after
    assert after.replace("\nA new sentence.\n", "", 1) == before


def test_lab_leaves_the_source_alone_and_shows_no_tools_of_authors(start):
    lab = start("lab")
    before = (lab.root / SOURCE).read_bytes()
    lab.append("\n\nA new sentence.")
    assert (lab.root / SOURCE).read_bytes() == before
    assert "A new sentence." in (lab.root / PAGE).read_text(encoding="utf-8")
    page = lab.ask("/lab").decode()
    off = re.search(r'"disabledExtensions": (\[.*?\])', page).group(1)
    assert {"@jupyter/nbgrader", "jupyterlab-jupytext"} <= set(json.loads(off))
