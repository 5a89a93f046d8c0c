"""Set-up on a bad machine: one clear line, and everything stays as it was.

Python, pip and npm are stand-ins here, in a PATH that holds nothing else but a few tools.
"""

import shutil
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
TOOLS = "sh make cat chmod cksum cp df dirname mkdir mv rm sed sleep tail"

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
NPM = """
case "$1" in
--version) echo 11 ;;
ci) {ci} ;;
esac
"""
WITHOUT_VENV = (
    "book: python3 has no venv module: install it (Debian and Ubuntu: apt install python3-venv)."
)
WITHOUT_NPM = "book: Node.js 18 or newer with npm is missing, or does not run: install it."


@pytest.fixture
def clone(tmp_path) -> Path:
    """A folder with the set-up files, whose path has a space, and a `bin` that is all of PATH."""
    root = tmp_path / "a clone"
    for name in COPIED:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    (root / "bin").mkdir()
    for name in TOOLS.split():
        (root / "bin" / name).symlink_to(shutil.which(name))
    return root


def put(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)  # it may be a link to this machine's own tool
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def put_python(clone, name="python3", version="3.12", pip="true", ensurepip="true") -> None:
    put(clone / "bin" / name, PYTHON.format(version=version, pip=pip, ensurepip=ensurepip))


def put_npm(clone, node="true", ci="mkdir -p node_modules; echo new > node_modules/it") -> None:
    put(clone / "bin" / "node", node)
    put(clone / "bin" / "npm", NPM.format(ci=ci))


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


@pytest.mark.parametrize("version", [None, "2.7", "3.10", "3.14"])
def test_no_python_that_suits(clone, version):
    said = f"python3 is Python {version}, but 3.11 to 3.13 is needed: install one, and name it,"
    if version:
        put_python(clone, version=version)
    else:
        said = "python3 is missing, or does not run: install Python 3.11 to 3.13."
    status, line = make(clone, "venv")
    assert status
    assert line.startswith(f"book: {said}") and "\n" not in line
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


def test_all_that_is_missing_is_said_before_anything_is_installed(clone):
    put_python(clone, ensurepip="exit 1")
    put(clone / "bin" / "df", "echo; echo a disk 9 9 51200 9% /")
    status, said = make(clone, "setup")
    assert status
    assert said.splitlines() == [
        WITHOUT_VENV,
        WITHOUT_NPM,
        "book: 50 MB are free on this disk, and 2060 MB are needed: make room.",
    ]
    assert not (clone / ".venv").exists()
    put_npm(clone, node="exit 1")
    assert WITHOUT_NPM in make(clone, "setup")[1], "an old Node.js"


def test_what_is_set_up_needs_neither_npm_nor_space(clone):
    put_python(clone)
    put_npm(clone)
    make(clone, "setup")
    (clone / "bin" / "npm").unlink()
    put(clone / "bin" / "df", "echo; echo a disk 9 9 0 100% /")
    assert make(clone, "setup") == (0, "")


def test_a_failed_pip_goes_on_with_the_first_venv(clone):
    put_python(clone, pip="exit 1")
    status, said = make(clone, "venv")
    assert status
    assert said.splitlines()[-1].startswith("book: pip could not finish, for the reason above.")
    put_python(clone)
    shutil.copy(clone / "bin" / "python3", clone / ".venv" / "bin" / "python")
    status, said = make(clone, "venv")
    assert not status
    assert "making" not in said


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


@pytest.mark.parametrize("python", [{"version": "3.10"}, {"pip": "exit 1"}])
def test_a_broken_venv_stays_until_a_whole_one_is_there(clone, python):
    (clone / ".venv" / "mine").mkdir(parents=True)
    put_python(clone, **python)
    assert make(clone, "venv")[0]
    assert [item.name for item in (clone / ".venv").iterdir()] == ["mine"]
    assert not list(clone.glob(".venv.*"))


def start(clone) -> subprocess.Popen:
    """Start set-up, and return when pip is at work."""
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
    return running


def test_a_second_setup_leaves_the_first_alone(clone):
    put_python(clone, pip="echo > started; while [ -e started ]; do sleep 0.1; done")
    running = start(clone)
    status, said = make(clone, "venv")
    assert status
    assert said.startswith(f"book: set-up is already running here (process {running.pid})")
    (clone / "started").unlink()
    running.communicate(timeout=60)
    assert not running.returncode
    assert make(clone, "venv") == (0, "")


@pytest.mark.parametrize("name", [".venv", "node_modules", "_build"])
def test_what_a_link_points_to_is_not_touched(clone, tmp_path, name):
    put_python(clone)
    put_npm(clone)
    (tmp_path / "mine" / "html").mkdir(parents=True)
    (clone / name).symlink_to(tmp_path / "mine")
    status, said = make(clone, "setup", "clean")
    assert (tmp_path / "mine" / "html").exists()
    if name == "_build":
        assert (status, (clone / name).is_symlink()) == (0, False)
    else:
        assert status
        assert said.startswith(f"book: {name} is a link, and what it points to is not touched: ")
        (clone / name).unlink()
    assert make(clone, "setup")[0] == 0


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
