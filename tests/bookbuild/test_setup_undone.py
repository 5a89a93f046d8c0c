"""What set-up leaves behind when it cannot finish, with real pip and npm, and a registry of ours.

The folder holds grain 1; set-up is asked for grain 2, which is large, fails, and grain 1 works on.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from glob import glob
from pathlib import Path

import pytest

from bookbuild.paths import ROOT
from tests.bookbuild.registry import fill, served, wheel
from tests.needs import need

MIB = 2**20
NOWHERE = {
    name: "http://127.0.0.1:9"
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")
}
# Of a book's packaging, what pip asks for.
PYPROJECT = """[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""
BACKEND = """import shutil
def build_editable(folder, *_):
    shutil.copy("book-0-py3-none-any.whl", folder)
    return "book-0-py3-none-any.whl"
"""


def mounted(folder: Path, options: str) -> bool:
    """Whether a disk of its own could be put there, which takes root."""
    folder.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", options, "bothends", str(folder)]
    return os.geteuid() == 0 and subprocess.run(command, capture_output=True).returncode == 0


@dataclass
class Clone:
    root: Path
    disk: Path | None
    environment: dict[str, str]
    digests: dict[str, str]

    def ask_for(self, n: str) -> None:
        """Pin grain n."""
        (self.root / "requirements.txt").write_text(f"grain=={n}\n")
        site = {"name": "site", "dependencies": {"grain": f"{n}.0.0"}}
        lock = site | {
            "lockfileVersion": 3,
            "packages": {
                "": site,
                "node_modules/grain": {"version": f"{n}.0.0", "integrity": self.digests[n]},
            },
        }
        (self.root / "package.json").write_text(json.dumps(site))
        (self.root / "package-lock.json").write_text(json.dumps(lock))

    def start(self, step: str, **environment: str) -> subprocess.Popen:
        return subprocess.Popen(
            ["sh", "bookbuild/setup.sh", *step.split()],
            cwd=self.root,
            env=self.environment | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def set_up(self, step: str, **environment: str) -> tuple[int, str]:
        """Return the status and all that was said."""
        running = self.start(step, **environment)
        said = running.communicate(timeout=120)[0]
        return running.returncode, said

    def grains(self) -> tuple[str, str]:
        """Return the version of grain that Python sees, and Node.js."""
        python = [".venv/bin/python", "-c", "import grain; print(grain.VERSION)"]
        node = ["node", "-p", "require('grain')"]
        return tuple(
            subprocess.run(command, cwd=self.root, capture_output=True, text=True).stdout.strip()
            for command in (python, node)
        )

    def files(self) -> dict[str, int]:
        """Return what is in the folder beside the pins, with its size."""
        return {
            str(path): path.lstat().st_size
            for folder in self.root.glob("*")
            if folder.name.startswith((".venv", "node_modules"))
            for path in folder.rglob("*")
            if path.is_file() and path.suffix != ".pyc"
        }


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder that is set up with grain 1, on a disk of its own if that can be had."""
    need(shutil.which("npm"), "no npm here: install Node.js")
    folder = tmp_path_factory.mktemp("set up")
    registry, home, disk = (folder / name for name in ("registry", "home", "disk"))
    registry.mkdir()
    home.mkdir()
    own = mounted(disk, "size=3g")
    root = disk / "a clone"
    try:
        with served(registry) as address:
            (root / "bookbuild").mkdir(parents=True)
            shutil.copy(ROOT / "bookbuild/setup.sh", root / "bookbuild")
            (root / "pyproject.toml").write_text(PYPROJECT)
            (root / "backend.py").write_text(BACKEND)
            (root / "constraints.txt").touch()
            wheel(root, "book", "0", {}, "Provides-Extra: author\nProvides-Extra: test\n")
            environment = {
                "PATH": os.environ["PATH"],
                "HOME": str(home),
                "PYTHON": sys.executable,
                "PIP_CONFIG_FILE": os.devnull,
                "PIP_INDEX_URL": f"{address}/simple",
                "PIP_RETRIES": "1",
                "npm_config_registry": address,
                "npm_config_fetch_retries": "0",
            }
            clone = Clone(root, disk if own else None, environment, fill(registry, address))
            clone.ask_for("1")
            status, said = clone.set_up("venv assets")
            assert not status, said
            yield clone
    finally:
        if own:
            subprocess.run(["umount", str(disk)], check=True)


@pytest.fixture
def clone(made):
    """Asks for grain 2, and sees afterwards that grain 1 is there, whole and alone."""
    before = made.files()
    made.ask_for("2")
    yield made
    made.ask_for("1")
    assert made.grains() == ("1", "1")
    assert made.files() == before
    assert made.set_up("venv assets") == (0, "")


@pytest.mark.parametrize(("step", "reason"), [("venv", "ProxyError"), ("assets", "ECONNREFUSED")])
def test_a_proxy_to_nowhere(clone, tmp_path, step, reason):
    status, said = clone.set_up(step, **NOWHERE, HOME=str(tmp_path))
    assert status
    assert reason in said
    assert "for the reason above. Nothing that was here is lost" in said.splitlines()[-1]


@pytest.mark.parametrize("step", ["venv", "assets"])
def test_a_full_disk(clone, step):
    if clone.disk is None:
        pytest.skip("only root can mount a small disk")
    for spare in (64, 3):
        used = shutil.disk_usage(clone.disk).used
        subprocess.run(
            ["mount", "-o", f"remount,size={used + spare * MIB}", clone.disk], check=True
        )
        status, said = clone.set_up(step)
        subprocess.run(["mount", "-o", "remount,size=3g", clone.disk], check=True)
        assert status
        assert re.search(r"No space left|disk is full|^book: \d MB are free", said), said


def begun(clone, step: str) -> bool:
    """Whether grain 2 is being written."""
    where = ".venv/lib/*/site-packages/bulk" if step == "venv" else "node_modules/*grain*/bulk"
    return bool(glob(where, root_dir=clone.root))


@pytest.mark.parametrize(
    ("step", "sent"),
    [
        ("venv", signal.SIGINT),
        ("assets", signal.SIGHUP),
        ("venv", signal.SIGKILL),
        ("assets", signal.SIGKILL),
    ],
)
def test_interrupted_while_it_writes(clone, in_foreground, step, sent):
    running = clone.start(step)
    while running.poll() is None and not begun(clone, step):
        time.sleep(0.002)
    os.killpg(running.pid, sent)
    said = running.communicate(timeout=60)[0]
    assert running.returncode
    if sent != signal.SIGKILL:
        assert "book: stopped. Run the same command again" in said
    else:
        clone.ask_for("1")
        assert clone.set_up(step)[0] == 0, "what was set aside comes back with the next run"


def test_a_read_only_home(made, tmp_path):
    home = tmp_path / "home"
    own = mounted(home, "ro")
    home.chmod(0o555) if not own else None
    try:
        made.ask_for("2")
        status, said = made.set_up("venv assets", HOME=str(home))
    finally:
        if own:
            subprocess.run(["umount", str(home)], check=True)
    assert not status, said
    assert made.grains() == ("2", "2")
