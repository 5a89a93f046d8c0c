"""Give a submission a process with limits, and outlive whatever happens there."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bothends.grade.mark import Mark, plain


@dataclass(frozen=True)
class Limits:
    """What one process may take."""

    seconds: int
    megabytes: int


def rows(notebook: Path, learner: str, solutions: Path, limits: Limits) -> list[dict]:
    """Return a row for each exercise, or one that says why there is none.

    A cell or a function that ends the process, or runs out of time, is left out, and the
    notebook runs again without it: it costs its own exercise and no other.
    """
    lost: dict[str, Mark] = {}
    while True:
        lines, end = _sit(notebook, learner, solutions, limits, lost)
        if lines and "done" in lines[-1]:
            return [line["row"] for line in lines if "row" in line]
        places = [line["at"] for line in lines if "at" in line]
        if not places:
            return [plain(end["result"], f"before the first cell: {end['detail']}")]
        lost[places[-1]] = plain(end["result"], f"{places[-1]}: {end['detail']}")


def _sit(
    notebook: Path, learner: str, solutions: Path, limits: Limits, lost: dict[str, Mark]
) -> tuple[list[dict], Mark]:
    """Run the worker once, in an empty folder; return its report and how it ended."""
    command = [sys.executable, "-m", "bothends.grade.worker"]
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as desk,
        tempfile.TemporaryDirectory() as out,
    ):
        report = Path(out) / "report"
        arguments = [notebook.resolve(), learner, solutions.resolve(), report, json.dumps(lost)]
        process = subprocess.Popen(
            [*command, *map(str, arguments), str(limits.megabytes)],
            cwd=desk,
            env=_environment(desk),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        end = _end(process, limits)
        # A line without its end was cut off with the process.
        text = report.read_text("utf-8") if report.exists() else ""
    return [json.loads(line) for line in text.split("\n")[:-1]], end


def _end(process: subprocess.Popen, limits: Limits) -> Mark:
    try:
        code = process.wait(limits.seconds)
    except subprocess.TimeoutExpired:
        return plain("timed out", f"no end after {limits.seconds} s")
    finally:
        _kill(process)
    return plain("crashed", f"the process ended with code {code}")


def _kill(process: subprocess.Popen) -> None:
    """End the process and what it started."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _environment(desk: str) -> dict[str, str]:
    """Return this one's modules, no GPU, no window, and nobody's own files."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "BOTHENDS_PROGRESS": "off",
        "CUDA_VISIBLE_DEVICES": "",
        "IPYTHONDIR": desk,
        "MPLBACKEND": "Agg",
    }
