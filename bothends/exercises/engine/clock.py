"""Stop code that does not end: an alarm that rings in it.

It takes a POSIX system and the main thread, where JupyterLab runs cells. On Windows nothing rings:
interrupt the kernel. In the page there is a button.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS = 10
AGAIN = 0.1  # for code that catches every exception
HERE = os.path.dirname(__file__)


class TimeUpError(BaseException):
    """The alarm rang; no `except Exception` catches it."""


@contextmanager
def limit(seconds: int = SECONDS) -> Iterator[None]:
    """Raise TimeUpError in the block after so many seconds."""
    if not _is_there():
        yield
        return
    is_on, rings = True, 0

    def ring(number, frame):
        nonlocal rings
        rings += 1
        if is_on and rings > 1:
            _trace(frame)
        if is_on:
            raise TimeUpError

    began, trace = time.monotonic(), sys.gettrace()
    before = signal.signal(signal.SIGALRM, ring)
    left, interval = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        is_on = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if rings > 1:
            sys.settrace(trace)
        if left:  # somebody else's alarm goes on
            passed = time.monotonic() - began
            signal.setitimer(signal.ITIMER_REAL, max(left - passed, 0.001), interval)


def _trace(frame: FrameType | None) -> None:
    """Let the alarm ring in the next line, too, that of an `except` that catches everything."""

    def at_a_line(frame, event, argument):
        if event == "line":
            raise TimeUpError
        return at_a_line

    while frame and not frame.f_code.co_filename.startswith(HERE):
        frame.f_trace = at_a_line
        frame = frame.f_back
    sys.settrace(lambda *_: None)  # functions that are called from now on are left alone


def _is_there() -> bool:
    has_alarm = hasattr(signal, "setitimer") and sys.platform != "emscripten"
    return has_alarm and threading.current_thread() is threading.main_thread()
