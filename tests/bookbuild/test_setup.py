"""Set-up on a bad machine: one clear line, and everything stays as it was.

Python, pip and npm are stand-ins here, in a PATH that holds nothing else but a few tools.
"""

import os
import shutil
import signal
import subprocess
import time
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from bookbuild.paths import ROOT

PINS = ("requirements.txt", "constraints.txt", "pyproject.toml")
COPIED = (*PINS, "package-lock.json", "Makefile", "bookbuild/setup.sh")
TOOLS = ("sh", "make", "cat", "cksum", "dirname", "mkdir", "cp", "rm", "chmod", "sed", "sleep")

PYTHON = """
case "$*" in
*version_info*) echo {version} ;;
*ensurepip*) {ensurepip} ;;
*"-m venv"*)
    rm -rf .venv; mkdir -p .venv/bin; cp "$0" .venv/bin/python
    printf '#!/bin/sh\\necho "pip 1 from %s/.venv/lib"\\n' "$PWD" > .venv/bin/pip
    chmod +x .venv/bin/pip ;;
*"pip install"*) echo called >> pip.log; {pip} ;;
esac
"""


@pytest.fixture
def clone(tmp_path) -> Path:
    """A folder with the set-up files, whose path has a space, and a `bin` that is all of PATH."""
    root = tmp_path / "a clone"
    for name in COPIED:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    (root / "bin").mkdir()
    for name in TOOLS:
        (root / "bin" / name).symlink_to(shutil.which(name))
    return root


def put(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def put_python(clone, name="python3", version="3.12", pip="true", ensurepip="true") -> None:
    put(clone / "bin" / name, PYTHON.format(version=version, pip=pip, ensurepip=ensurepip))


def make(clone, *arguments) -> tuple[int, str]:
    """Run make; return its status and what set-up said."""
    ran = subprocess.run(
        ["make", *arguments],
        cwd=clone,
        env={"PATH": str(clone / "bin")},
        capture_output=True,
        text=True,
        timeout=30,
    )
    said = [line for line in ran.stderr.splitlines() if line.startswith("book: ")]
    return ran.returncode, "\n".join(said)


def test_a_missing_python(clone):
    status, said = make(clone, "venv")
    assert status
    assert said == "book: python3 is missing, or does not run: install Python 3.11 to 3.13."
    assert not (clone / ".venv").exists()


@pytest.mark.parametrize("version", ["2.7", "3.10", "3.14"])
def test_a_wrong_python(clone, version):
    put_python(clone, version=version)
    status, said = make(clone, "venv")
    assert status
    assert said.startswith(f"book: python3 is Python {version}, but 3.11 to 3.13 is needed")
    assert "\n" not in said
    assert not (clone / ".venv").exists()


def test_a_python_that_suits_is_found_beside_one_that_does_not(clone):
    put_python(clone, version="3.14")
    put_python(clone, "python3.13", version="3.13")
    status, said = make(clone, "venv")
    assert not status
    assert said.startswith("book: making .venv with Python 3.13\n")


def test_a_python_asked_for_by_name(clone):
    put_python(clone, version="3.11")
    put_python(clone, "python3.10", version="3.10")
    put_python(clone, "python3.13", version="3.13")
    make(clone, "venv")
    status, said = make(clone, "venv", "PYTHON=python3.10")
    assert status
    assert said.startswith("book: python3.10 is Python 3.10")
    assert make(clone, "venv", "PYTHON=python3.11")[1].startswith("book: python3.11 is missing")
    assert make(clone, "venv") == (0, ""), "a wrong request leaves .venv as it was"
    assert "making .venv with Python 3.13" in make(clone, "venv", "PYTHON=python3.13")[1]


def test_nothing_changed_installs_nothing_and_a_changed_pin_does(clone):
    put_python(clone)
    make(clone, "venv")
    assert make(clone, "venv") == (0, "")
    assert (clone / "pip.log").read_text() == "called\n"
    (clone / "constraints.txt").write_text("numpy==2.0.0\n")
    assert make(clone, "venv")[1].startswith("book: installing")
    assert (clone / "pip.log").read_text() == "called\n" * 2


def test_no_network_loses_nothing(clone):
    put_python(clone, pip="exit 1")
    status, said = make(clone, "venv")
    assert status
    assert said.splitlines()[-1].startswith("book: pip could not finish: is the network up?")
    assert (clone / ".venv" / "pip.log").exists()
    put_python(clone)
    shutil.copy(clone / "bin" / "python3", clone / ".venv" / "bin" / "python")
    status, said = make(clone, "venv")
    assert not status
    assert "making" not in said, "the second run goes on with the .venv of the first"


def interrupted(venv):
    (venv / "bin" / "pip").unlink()
    (venv / ".ready").unlink()


def without_its_python(venv):
    (venv / "bin" / "python").unlink()
    (venv / "bin" / "python").symlink_to("/nowhere/python3")


def moved(venv):
    put(venv / "bin" / "pip", "echo pip 1 from /elsewhere/.venv/lib")
    (venv / ".ready").write_text("/elsewhere 1 2\n")


def of_an_old_python(venv):
    put(venv / "bin" / "python", PYTHON.format(version="3.9", pip="true", ensurepip="true"))


@pytest.mark.parametrize("damage", [interrupted, without_its_python, moved, of_an_old_python])
def test_a_venv_that_does_not_work_is_made_anew(clone, damage):
    put_python(clone)
    make(clone, "venv")
    damage(clone / ".venv")
    status, said = make(clone, "venv")
    assert not status
    assert said.startswith("book: the .venv here is unfinished, moved or of another Python")
    assert make(clone, "venv") == (0, "")


def test_a_broken_venv_stays_while_no_python_suits(clone):
    (clone / ".venv" / "mine").mkdir(parents=True)
    put_python(clone, version="3.10")
    assert make(clone, "venv")[0]
    assert (clone / ".venv" / "mine").exists()


def test_a_python_without_venv(clone):
    put_python(clone, ensurepip="exit 1")
    status, said = make(clone, "venv")
    assert status
    assert said.endswith("(Debian and Ubuntu: apt install python3-venv).")
    assert not (clone / ".venv").exists()


def test_ctrl_c_says_how_to_go_on(clone):
    put_python(clone, pip="echo > started; exec sleep 30")
    running = subprocess.Popen(
        ["sh", "bookbuild/setup.sh", "venv"],
        cwd=clone,
        env={"PATH": str(clone / "bin")},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while running.poll() is None and not (clone / "started").exists():
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does
    assert "book: stopped. Run the same command again" in running.communicate(timeout=60)[1]
    assert running.returncode


def test_npm_missing_or_without_network(clone):
    status, said = make(clone, "assets")
    assert status
    assert said == "book: npm is missing, or does not run: install Node.js, which brings it."
    put(clone / "bin" / "npm", '[ "$1" = --version ] || exit 1')
    assert "book: npm could not finish: is the network up?" in make(clone, "assets")[1]
    put(clone / "bin" / "npm", "mkdir -p node_modules")
    assert make(clone, "assets") == (
        0,
        "book: installing the site's browser assets into node_modules",
    )
    assert make(clone, "assets") == (0, "")


def requirements(name: str) -> list[Requirement]:
    lines = (ROOT / name).read_text().splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith(("#", "-"))]


def test_constraints_pin_all_that_is_asked_for():
    pins = requirements("constraints.txt")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    asked = [Requirement(line) for line in sum(extras, project["dependencies"])]
    for wish in asked + requirements("requirements.txt"):
        versions = [
            pin.specifier
            for pin in pins
            if canonicalize_name(pin.name) == canonicalize_name(wish.name)
        ]
        assert versions, f"{wish.name} is not in constraints.txt"
        for version in versions:
            assert wish.specifier.contains(str(version).removeprefix("==")), (wish, version)


def test_each_constraint_is_one_public_version():
    for pin in requirements("constraints.txt"):
        assert str(pin.specifier).startswith("=="), pin
        assert "+" not in str(pin.specifier), f"{pin}: a local version exists on one machine only"


def test_setup_and_package_ask_for_the_same_pythons():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    allowed = SpecifierSet(project["requires-python"])
    suits = next(
        line for line in (ROOT / "bookbuild/setup.sh").read_text().splitlines() if "suits()" in line
    )
    for minor in range(9, 17):
        assert (f"3.{minor}" in suits) == allowed.contains(f"3.{minor}.1")
