"""`make check` runs the concepts' tests, and those of what was touched."""

import shutil
import subprocess

import pytest

from bookbuild.paths import ROOT
from tests.needs import need

HEAD = "tests/bothends/test_head.py tests/bothends/test_head_chunked.py"


@pytest.mark.parametrize(
    ("changed", "more"),
    [
        ("README.md book/chapters/03_lookup.md bothends/widgets/rope.py", None),
        ("bookbuild/site/cards.py bookbuild/site/live/box.mjs", "worksteal tests/bookbuild/site"),
        ("bookbuild/build.py", "worksteal tests/bookbuild/test_build.py"),
        ("bothends/head/loss.py", f"worksteal {HEAD}"),
        ("bothends/doctor/checks/pad.py", "worksteal tests/bothends/doctor"),
        (
            "tests/bothends/test_show.py tests/browser/live.py",
            "worksteal tests/bothends/test_show.py",
        ),
        ("solutions/01_a.ipynb exercises/01_a.new.ipynb", "loadfile --nbval solutions/01_a.ipynb"),
    ],
)
def test_what_is_run_follows_from_what_was_touched(changed, more):
    need(shutil.which("make"), "no make here: install it")
    command = ["make", "--dry-run", "check", f"CHANGED={changed}"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    _, concepts, *rest = said.split("-m pytest -n auto --dist ")
    assert "tests/bothends tests/book tests/exercises" in concepts
    assert [part.split("\n")[0] for part in rest] == ([more] if more else [])
