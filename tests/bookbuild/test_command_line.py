"""`python -m bookbuild`: it lists its commands, and says in a line what it cannot do."""

import socket
import subprocess
import sys

import pytest

from bookbuild import __main__ as book
from bookbuild import publish
from bookbuild.editions import command as editions
from bookbuild.errors import BookError
from bookbuild.paths import ROOT
from bookbuild.site import command as site
from bookbuild.site import serve

OURS = ["notebooks", "editions", "site", "publish", "serve"]  # the course kit has its own tests


def test_it_lists_each_command(capsys):
    assert book.main([]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()[2:-2]]
    assert listed == list(book.COMMANDS)


@pytest.fixture
def refused(tmp_path, monkeypatch, capsys):
    """Run a command that is to be refused; return its one line. Nothing is built in `_build`."""
    built = tmp_path / "_build"
    monkeypatch.setattr(site, "SITE", built / "html")
    monkeypatch.setattr(serve, "SITE", built / "html")
    monkeypatch.setattr(editions, "EDITIONS", built / "editions")
    monkeypatch.setattr(publish, "SITE", built / "html")
    monkeypatch.setattr(publish, "MADE", built / "published")

    def refused(arguments) -> str:
        before = {path: path.lstat().st_mtime_ns for path in tmp_path.rglob("*")}
        try:
            status = book.main(arguments)
        except SystemExit as left:
            status = left.code
        (said,) = capsys.readouterr().err.splitlines()
        assert status == 2 and said.startswith("book: ")
        assert {path: path.lstat().st_mtime_ns for path in tmp_path.rglob("*")} == before
        return said

    return refused


@pytest.mark.parametrize(
    ("command", "words"),
    [
        *((f"{name} --frobnicate", "unrecognized arguments: --frobnicate") for name in OURS),
        *((f"{name} there", "unrecognized arguments: there") for name in OURS[1:4]),
        *((f"{name} --help=yes", "ignored explicit argument 'yes'") for name in OURS),
        ("knit", "'knit' is no command: there are notebooks, "),
        ("--frobnicate", "'--frobnicate' is no command"),
        ("k\nn", "is no command"),
        ("\udcff", "'\\udcff' is no command"),
        ("notebooks 03_lookup 03_page", "book/ has no source called '03_page': python -m"),
        ("notebooks ../book/chapters", "has no source called '../book/chapters'"),
        ("notebooks 03_lookup.md \udcff", "has no source called '03_lookup.md' or '\\udcff'"),
        ("notebooks --all=no", "ignored explicit argument 'no'"),
        ("serve eighty", "'eighty' is no port: use a number below 65536, or 0"),
        ("serve 65536", "'65536' is no port"),
        ("serve -1", "argument"),
        ("serve \N{FULLWIDTH DIGIT EIGHT}", "is no port"),
        ("serve 8000 8001", "unrecognized arguments: 8001"),
        ("serve 8000", "there is no site yet: run make book first"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_line(refused, command, words):
    assert words in refused(command.split(" "))


@pytest.mark.parametrize("name", ["editions", "site", "publish"])
def test_a_file_where_the_folder_for_the_site_would_be(refused, tmp_path, name):
    (tmp_path / "_build").write_text("mine")
    assert f"{tmp_path / '_build'}" in refused([name])


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (PermissionError(13, "Permission denied", "/there"), "/there: Permission denied: "),
        (OSError(28, "No space left on device"), "No space left on device: mend that"),
        (OSError("odd\nwords"), "odd words: mend that"),
        (BookError("two\nlines"), "two lines"),
    ],
)
def test_what_the_machine_refuses_is_told_in_a_line(refused, monkeypatch, error, said):
    def fail(arguments):
        raise error

    monkeypatch.setattr(serve, "main", fail)
    assert refused(["serve"]).startswith(f"book: {said}")


@pytest.mark.parametrize("name", book.COMMANDS)
def test_each_command_has_help(name, capsys):
    with pytest.raises(SystemExit) as left:
        book.main([name, "--help"])
    assert left.value.code == 0
    assert f"python -m bookbuild {name}" in capsys.readouterr().out


def test_it_is_a_program():
    command = [sys.executable, "-m", "bookbuild", "knit"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 2 and run.stderr.startswith("book: 'knit' is no command")


def test_ctrl_c_ends_in_a_line(monkeypatch, capsys):
    def stop(arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(serve, "main", stop)
    assert book.main(["serve"]) == 130
    assert capsys.readouterr().err.startswith("book: stopped")


def test_serve_says_which_port_is_taken(refused, tmp_path):
    (tmp_path / "_build/html").mkdir(parents=True)
    (tmp_path / "_build/html/index.html").touch()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = refused(["serve", port])
    assert said.startswith(f"book: port {port} cannot be used")
    assert said.endswith("make serve PORT=0 takes a free one")
