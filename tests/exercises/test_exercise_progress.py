"""Progress survives a crash, a full disk, a broken file and an old version."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bothends.exercises import hint
from bothends.exercises.engine import store

OTHER = "from bothends.exercises.engine import store; store.record({!r}, hints=2)"


@pytest.fixture
def new_process(monkeypatch):
    """Forget what this process did, as a restarted kernel does."""

    def forget():
        monkeypatch.setattr(store, "_here", {})
        monkeypatch.setattr(store, "_told", set())

    forget()
    return forget


def test_a_restarted_kernel_finds_what_was_done(progress_file, new_process):
    store.record("lookup-any-shape", hints=2)
    store.record("lookup-any-shape", solved=True)
    new_process()
    assert store.load() == {"lookup-any-shape": store.Record(solved=True, hints=2)}
    assert os.listdir(progress_file.parent) == [progress_file.name]


def test_two_kernels_lose_nothing_of_each_other(progress_file, new_process):
    store.record("lookup-any-shape", solved=True)
    subprocess.run([sys.executable, "-c", OTHER.format("lookup-cost")], check=True, timeout=60)
    store.record("scatter-no-loop", hints=1)
    new_process()
    assert set(store.load()) == {"lookup-any-shape", "lookup-cost", "scatter-no-loop"}


def test_what_was_solved_under_an_id_of_version_0_1_0_stays_solved(progress_file, new_process):
    old = {"02-lookup": {"solved": True, "hints": 1}, "01-merge": {"solved": False, "hints": 2}}
    progress_file.write_text(json.dumps({"version": 1, "exercises": old}))
    store.record("lookup-any-shape", hints=3)
    hint("01-merge")
    assert json.loads(progress_file.read_text())["exercises"] == {
        "lookup-any-shape": {"solved": True, "hints": 3},
        "tokenizer-merge": {"solved": False, "hints": 3},
    }


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b'{"version": 1, "exer',
        b"\xff\xfe\x00",
        b"[]",
        b"null",
        b"{}",
        b'{"version": 0, "solved": ["lookup-any-shape"]}',
        b'{"version": 1, "exercises": []}',
        b'{"version": 1, "exercises": {"lookup-any-shape": {"solved": true, "hints": "many"}}}',
        b'{"version": 1, "exercises": {"lookup-any-shape": {"solved": true, "stars": 5}}}',
        b"[" * 100_000,
    ],
)
def test_a_file_that_cannot_be_read_is_kept_aside(content, progress_file, new_process, capsys):
    progress_file.write_bytes(content)
    assert store.load() == {}
    assert "it is kept as progress.kept-1.json" in capsys.readouterr().out
    store.record("lookup-any-shape", solved=True)
    assert (progress_file.parent / "progress.kept-1.json").read_bytes() == content
    assert json.loads(progress_file.read_text())["exercises"]["lookup-any-shape"]["solved"] is True
    progress_file.write_bytes(content)
    store.load()
    assert (progress_file.parent / "progress.kept-2.json").read_bytes() == content


def test_a_full_disk_is_told_once_and_stops_nothing(
    progress_file, new_process, monkeypatch, capsys
):
    store.record("lookup-any-shape", solved=True)
    before = progress_file.read_bytes()

    def full(handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    for _ in range(2):
        hint("lookup-any-shape")
    out = capsys.readouterr().out
    assert out.count("could not be saved") == 1 and "No space left on device" in out
    assert "Hint 2 of 3" in out
    assert progress_file.read_bytes() == before
    assert os.listdir(progress_file.parent) == [progress_file.name]


def test_a_crash_while_writing_leaves_the_old_file(progress_file, new_process):
    store.record("lookup-any-shape", solved=True)
    before = progress_file.read_bytes()
    crash = "import os; os.fsync = lambda _: os._exit(9);" + OTHER.format("lookup-cost")
    ended = subprocess.run([sys.executable, "-c", crash], timeout=60)
    assert ended.returncode == 9
    assert progress_file.read_bytes() == before
    new_process()
    assert store.load() == {"lookup-any-shape": store.Record(solved=True)}


def test_a_place_that_cannot_hold_a_file_is_told(tmp_path, new_process, monkeypatch, capsys):
    monkeypatch.setenv("BOTHENDS_PROGRESS", str(tmp_path))  # a folder
    store.record("lookup-any-shape", hints=1)
    assert store.load() == {"lookup-any-shape": store.Record(hints=1)}
    out = capsys.readouterr().out
    assert "could not be saved" in out and "could not be read" in out


def test_off_keeps_it_in_memory(tmp_path, new_process, monkeypatch):
    monkeypatch.setenv("BOTHENDS_PROGRESS", "off")
    monkeypatch.chdir(tmp_path)
    store.record("lookup-any-shape", hints=1)
    assert store.load() == {"lookup-any-shape": store.Record(hints=1)}
    new_process()
    assert store.load() == {}
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("platform", "settings", "place"),
    [
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/bothends/progress.json"),
        ("linux", {"HOME": "/home/ada"}, "/home/ada/.local/share/bothends/progress.json"),
        ("emscripten", {"HOME": "/home/ada"}, "/home/ada/.local/share/bothends/progress.json"),
        (
            "darwin",
            {"HOME": "/Users/ada"},
            "/Users/ada/Library/Application Support/bothends/progress.json",
        ),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/bothends/progress.json"),
        ("win32", {"HOME": "/ada"}, "/ada/AppData/Local/bothends/progress.json"),
    ],
)
def test_each_platform_has_its_own_place(platform, settings, place, monkeypatch):
    for name in ("BOTHENDS_PROGRESS", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert store._path() == Path(place)


def test_a_user_without_a_home_goes_on_in_memory(monkeypatch, new_process):
    def homeless():
        raise RuntimeError("Could not determine home directory.")

    for name in ("BOTHENDS_PROGRESS", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    store.record("lookup-any-shape", hints=1)
    assert store.load() == {"lookup-any-shape": store.Record(hints=1)}
