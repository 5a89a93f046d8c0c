"""The environment in which cells run: the same for everyone, under the press and under nbval."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from unittest.mock import patch

from bookbuild.errors import BookError
from bookbuild.paths import PACKAGE, ROOT

# What a process needs to know of its machine. What pytest tells its own processes stays, too.
KEPT = ("PATH", "LD_LIBRARY_PATH", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "CUDA_VISIBLE_DEVICES")
SET = {
    "BOTHENDS_PROGRESS": "off",
    "LC_ALL": "C.UTF-8",
    "OMP_NUM_THREADS": "1",  # another number of threads may change a last digit
    "PYTHONNOUSERSITE": "1",
    "PYTHONPATH": str(ROOT),
    "PYTHONSAFEPATH": "1",  # a file that lies beside the notebooks is no module
    "TZ": "UTC",
}
# matplotlib lists the machine's fonts once, and warns in the cell that has to wait for it.
TRIAL = f"""
from importlib.util import find_spec
import matplotlib.font_manager
found = find_spec("{PACKAGE.name}")
print(found.origin if found else "nowhere")
"""


@contextmanager
def fresh(device: str = "cpu") -> Iterator[None]:
    """Let this process, and the kernels that it starts, have an environment of their own.

    Each program looks for its user's settings in a home that is empty.

    Raises:
        BookError: cells would import another package than this checkout's, or cannot run.

    """
    own = {name: text for name, text in os.environ.items() if _stays(name)}
    try:
        folder = TemporaryDirectory(prefix="book-", ignore_cleanup_errors=True)
    except OSError as error:
        raise BookError(f"no folder can be made for the cells' programs: {error}") from error
    with folder as home:
        own |= SET | {"HOME": home, "USERPROFILE": home, "BOTHENDS_DEVICE": device}
        with patch.dict(os.environ, own, clear=True):
            _check_package()
            yield


def _stays(name: str) -> bool:
    return name in KEPT or name.startswith("PYTEST_")


def _check_package() -> None:
    done = subprocess.run([sys.executable, "-c", TRIAL], capture_output=True, text=True)
    if done.returncode:
        why = done.stderr.strip().splitlines()[-1:]
        raise BookError(f"no cell can run with {sys.executable}: {''.join(why)}")
    found, own = done.stdout.strip(), PACKAGE / "__init__.py"
    if found != str(own):
        raise BookError(
            f"cells would import {PACKAGE.name} from {found}, and not from {own}: "
            f"make .venv anew, and keep {os.pathsep!r} out of this checkout's path"
        )
