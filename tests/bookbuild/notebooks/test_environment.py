"""Cells run in an environment of their own: nothing that a user has set reaches a number."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from jupyter_client.kernelspec import KernelSpecManager

from bookbuild.notebooks.command import main
from bookbuild.paths import ROOT
from tests.bookbuild.notebooks.small_book import configure, write

PAGE = "notebooks/01_page.ipynb"
CHAPTER = """
```{code-cell} ipython3
import locale, os, sys, time
import matplotlib
import bothends

try:
    import beside
except ModuleNotFoundError:
    beside = None
print(bothends.__doc__, beside, "planted" in globals(), sys.flags.optimize, sys.flags.dev_mode)
```

```{code-cell} ipython3
print(matplotlib.rcParams["lines.linewidth"], locale.setlocale(locale.LC_ALL, ""), time.tzname)
{name: os.environ.get(name) for name in ("BOTHENDS_DEVICE", "OMP_NUM_THREADS", "ANYTHING")}
```
"""
PLANTED = "planted = True\n"
SETTINGS = {
    "other/bothends/__init__.py": '"""Another package."""\n',
    "other/sitecustomize.py": "import builtins\nbuiltins.planted = True\n",
    "home/.config/matplotlib/matplotlibrc": "lines.linewidth: 4\n",
    "home/.ipython/profile_default/startup/00.py": PLANTED,
    "home/.ipython/profile_default/ipython_config.py": "c.InteractiveShellApp.exec_lines = ['1/0']",
    "start.py": PLANTED,
    "jupyter/kernels/python3/kernel.json": json.dumps(
        {"argv": ["false"], "display_name": "Mine", "language": "python"}
    ),
}


@pytest.fixture
def book(tmp_path):
    """A book of one page; in the folder around it, settings that no cell must find."""
    for name, text in SETTINGS.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    root = tmp_path / "book"
    root.mkdir()
    configure(root)
    write(root, "chapters/01_page.md", CHAPTER)
    shutil.copy(ROOT / "conftest.py", root)
    (root / "pytest.ini").write_text("[pytest]\n")
    return root


@pytest.fixture
def odd(book, tmp_path):
    """The settings of somebody with habits."""
    return {
        **os.environ,
        "ANYTHING": "at all",
        "BOTHENDS_DEVICE": "meta",
        "HOME": str(tmp_path / "home"),
        "IPYTHONDIR": str(tmp_path / "home/.ipython"),
        "JUPYTER_PATH": str(tmp_path / "jupyter"),
        "JUPYTER_PREFER_ENV_PATH": "0",
        "JUPYTER_RUNTIME_DIR": "/proc/nowhere",
        "LANG": "tr_TR.UTF-8",
        "LC_ALL": "tr_TR.UTF-8",
        "MATPLOTLIBRC": str(tmp_path / "home/.config/matplotlib"),
        "MPLBACKEND": "pdf",
        "OMP_NUM_THREADS": "7",
        "PYTHONDEVMODE": "1",
        "PYTHONOPTIMIZE": "1",
        "PYTHONPATH": os.pathsep.join([str(tmp_path / "other"), str(ROOT)]),
        "PYTHONSTARTUP": str(tmp_path / "start.py"),
        "TZ": "Asia/Kathmandu",
        "XDG_CONFIG_HOME": str(tmp_path / "home/.config"),
    }


def press(book, settings):
    program = "import sys, pathlib; from bookbuild.notebooks.command import main; "
    program += "sys.exit(main(['--all'], pathlib.Path(sys.argv[1])))"
    command = [sys.executable, "-c", program, str(book)]
    done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return (book / PAGE).read_bytes()


def nbval(folder, settings):
    command = [sys.executable, "-m", "pytest", "--nbval", "-q", "-p", "no:cacheprovider", PAGE]
    return subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True)


def test_the_press_and_nbval_give_the_same_under_any_settings(book, odd):
    plain = press(book, dict(os.environ))
    (book / "notebooks/beside.py").write_text("")
    assert press(book, odd) == plain
    odd.pop("PYTHONOPTIMIZE")  # pytest refuses it in words of its own
    done = nbval(book, {**odd, "BOTHENDS_DEVICE": "cpu"})
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout


def test_a_kernel_that_somebody_installed_is_not_used(book, tmp_path, monkeypatch):
    for folder in ("ENV_JUPYTER_PATH", "SYSTEM_JUPYTER_PATH"):
        monkeypatch.setattr(f"jupyter_core.paths.{folder}", [str(tmp_path / "jupyter")])
    assert KernelSpecManager().get_kernel_spec("python3").display_name == "Mine"
    assert main([], book) == 0


def test_another_package_of_the_name_stops_the_press_and_nbval(tmp_path):
    """No PYTHONPATH can name a folder with a colon, so the package that .venv knows is found."""
    checkout = tmp_path / "a:b"
    shutil.copytree(ROOT / "bookbuild/notebooks", checkout / "bookbuild/notebooks")
    for name in ("__init__.py", "__main__.py", "arguments.py", "errors.py", "paths.py"):
        shutil.copy(ROOT / "bookbuild" / name, checkout / "bookbuild")
    shutil.copy(ROOT / "conftest.py", checkout)
    (checkout / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    (checkout / "bothends").mkdir()
    (checkout / "bothends/__init__.py").write_text("")
    configure(checkout)
    write(checkout, "chapters/01_page.md", CHAPTER)
    settings = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    own = checkout / "bothends/__init__.py"

    command = [sys.executable, "-m", "bookbuild", "notebooks"]
    done = subprocess.run(command, cwd=checkout, env=settings, capture_output=True, text=True)
    assert done.returncode == 2 and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("book: cells would import bothends from ")
    assert f"and not from {own}: " in done.stderr
    assert not (checkout / "notebooks").exists()

    done = nbval(checkout, settings)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert f"and not from {own}: " in done.stderr
