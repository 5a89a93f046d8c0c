"""Code that does not end is stopped, in words, and whatever comes after it runs."""

import signal
import time

import pytest

from bothends.exercises import check
from bothends.exercises.engine import attempt, clock
from tests.exercises.right.lookup import recursive
from tests.exercises.told import not_yet

pytestmark = pytest.mark.skipif(not clock._is_there(), reason="no alarm rings on this system")


@pytest.fixture
def a_second(monkeypatch):
    """Let the clock ring after a second."""
    ring_in = clock.limit
    monkeypatch.setattr(attempt.clock, "limit", lambda seconds: ring_in(1))


def endless(table, ids):
    while True:
        pass


def stubborn(table, ids):
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue


@pytest.mark.parametrize("answer", [endless, stubborn])
def test_an_endless_loop_is_stopped_and_the_next_answer_is_right(a_second, answer):
    began = time.monotonic()
    wrong = not_yet("lookup-any-shape", answer)
    assert time.monotonic() - began < 10
    assert "was stopped: it had not ended after 10 seconds" in str(wrong)
    assert "line" in str(wrong) and wrong.raised is None
    assert check("lookup-any-shape", recursive)


def test_a_loop_in_a_later_case_stops_nothing_that_was_found(a_second):
    def loops_in_a_batch(table, ids):
        while isinstance(ids, list) and isinstance(ids[0], list):
            pass
        return [table[id_ - 1] for id_ in ids] if isinstance(ids, list) else table[ids - 1]

    wrong = not_yet("lookup-any-shape", loops_in_a_batch)
    assert wrong.case == 1 and wrong.mistake == "one-based rows"


def test_an_alarm_of_somebody_else_still_rings():
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(True))
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with clock.limit(5):
            pass
        time.sleep(0.6)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert rung


def test_without_an_alarm_nothing_is_limited(monkeypatch):
    monkeypatch.setattr(clock, "_is_there", lambda: False)
    with clock.limit(1):
        assert signal.getitimer(signal.ITIMER_REAL)[0] == 0.0
