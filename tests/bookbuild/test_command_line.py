"""`python -m bookbuild`: it lists its commands, and says in a line what it cannot do."""

import socket
import subprocess
import sys

import pytest

from bookbuild import __main__ as book
from bookbuild.paths import ROOT
from bookbuild.site import serve


def test_it_lists_each_command(capsys):
    assert book.main([]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()[2:-2]]
    assert listed == list(book.COMMANDS)


@pytest.mark.parametrize("name", book.COMMANDS)
def test_each_command_has_help_and_refuses_what_it_does_not_know(name, capsys):
    for option, code in (("--help", 0), ("--frobnicate", 2)):
        with pytest.raises(SystemExit) as left:
            book.main([name, option])
        assert left.value.code == code
    said, refused = capsys.readouterr()
    assert f"python -m bookbuild {name}" in said
    assert refused.splitlines()[-1].startswith(f"python -m bookbuild {name}: error: ")


def test_it_is_a_program():
    command = [sys.executable, "-m", "bookbuild", "knit"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 2 and run.stderr.startswith("book: 'knit' is no command")


def test_an_unknown_command(capsys):
    assert book.main(["knit"]) == 2
    assert capsys.readouterr().err.startswith("book: 'knit' is no command: there are notebooks, ")


def test_ctrl_c_ends_in_a_line(monkeypatch, capsys):
    def stop(arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(serve, "main", stop)
    assert book.main(["serve"]) == 130
    assert capsys.readouterr().err.startswith("book: stopped")


def test_serve_says_in_a_line_why_it_cannot(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(serve, "SITE", tmp_path)
    assert book.main(["serve", "8000"]) == 1
    assert capsys.readouterr().err == "book: there is no site yet: run make book first\n"
    (tmp_path / "index.html").touch()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert book.main(["serve", port]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"book: port {port} cannot be used")
    assert said.endswith("make serve PORT=0 takes a free one\n")
    assert book.main(["serve", "eighty"]) == 1
    assert capsys.readouterr().err.startswith("book: port eighty cannot be used")
