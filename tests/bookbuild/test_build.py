"""What is built takes the place of what was there when it is whole, and everyone can read it."""

import os
import subprocess
import sys

import pytest

from bookbuild import build, publish
from bookbuild.errors import BookError
from bookbuild.paths import ROOT

on_unix = pytest.mark.skipif(os.name == "nt", reason="the site is built on Unix")


@pytest.fixture
def site(tmp_path):
    """A folder that is built, with the page of yesterday in it."""
    folder = tmp_path / "html"
    folder.mkdir()
    (folder / "old.html").write_text("yesterday")
    return folder


def make(site, page="new.html", fails=None):
    with build.replacing(site) as desk:
        (desk / "new/below").mkdir(parents=True)
        (desk / "new/below" / page).write_text("today")
        if fails:
            raise fails


def test_the_new_takes_the_place_of_the_old_and_leaves_nothing_beside_it(site):
    make(site)
    assert [path.name for path in site.rglob("*.html")] == ["new.html"]
    assert list(site.parent.iterdir()) == [site]


@on_unix
def test_a_link_to_nowhere_is_replaced(tmp_path):
    (tmp_path / "html").symlink_to(tmp_path / "gone")
    make(tmp_path / "html")
    assert (tmp_path / "html/below/new.html").is_file()
    assert list(tmp_path.iterdir()) == [tmp_path / "html"]


def test_the_first_time_nothing_is_there(tmp_path):
    make(tmp_path / "made/html")
    assert (tmp_path / "made/html/below/new.html").read_text() == "today"


@pytest.mark.parametrize("fails", [BookError("no"), KeyboardInterrupt(), OSError("full")])
def test_a_build_that_fails_leaves_the_old_as_it_was(site, fails):
    with pytest.raises(type(fails)):
        make(site, fails=fails)
    assert [path.name for path in site.rglob("*.html")] == ["old.html"]
    assert list(site.parent.iterdir()) == [site]


@on_unix
def test_a_web_servers_user_may_read_all_of_it_whatever_the_umask(site):
    before = os.umask(0o077)
    try:
        make(site)
    finally:
        os.umask(before)
    modes = {path.stat().st_mode & 0o777 for path in (site, *site.rglob("*"))}
    assert modes == {0o755, 0o644}


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("_config.yml", None, "_config.yml cannot be read: .*No such file"),
        ("_toc.yml", "format: [", "_toc.yml cannot be read: while parsing .*line 1, column 10"),
        ("_config.yml", b"\xff", "_config.yml cannot be read: .*utf-8"),
    ],
)
def test_settings_that_cannot_be_read_are_refused_before_anything_is_built(
    tmp_path, name, text, words
):
    for other in {"_config.yml", "_toc.yml"} - {name}:
        (tmp_path / other).write_text("")
    if text is not None:
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BookError, match=words) as refused:
        build.run_jupyter_book(tmp_path, "html", tmp_path)
    assert "\n" not in str(refused.value)


def test_what_a_build_needs_is_named_before_it_starts(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "NODE_MODULES", tmp_path)
    monkeypatch.setattr(build.shutil, "which", str)
    with pytest.raises(BookError, match=r"node_modules/[@\w/-]+ is missing: run make setup first"):
        build.run_jupyter_book(tmp_path, "html")
    monkeypatch.setattr(build.shutil, "which", lambda program: None)
    with pytest.raises(BookError, match="there is no node on the PATH"):
        build.run_jupyter_book(tmp_path, "html")


def test_of_a_traceback_the_error_alone_is_shown():
    raised = "Traceback (most recent call last)\n  x = 1\nKeyError: 1\n\n  y()\nTypeError: no\n"
    assert build.without_traceback(raised) == "no\n"
    assert build.without_traceback(f"a.md: WARNING\n{raised}") == "a.md: WARNING\n"
    assert build.without_traceback("a.md: WARNING\n") == "a.md: WARNING\n"


@on_unix
def test_what_a_page_is_refused_for_is_shown_and_kept_in_a_file(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(build, "BUILT", tmp_path / "_build")
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setattr(build.shutil, "which", str)
    (tmp_path / "package.json").write_text('{"dependencies": {}, "devDependencies": {}}')
    (tmp_path / "_config.yml").write_text("only_build_toc_files: true\n")
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: index\n")
    (tmp_path / "index.md").write_text("# A page\n\n[nowhere](nowhere.md)\n")
    with pytest.raises(BookError, match=r"see above, and _build/jupyter-book\.log"):
        build.run_jupyter_book(tmp_path / "desk", "html", tmp_path)
    shown = capsys.readouterr().err
    assert "index.md:3: WARNING" in shown and "Traceback" not in shown
    assert "index.md:3: WARNING" in (tmp_path / "_build/jupyter-book.log").read_text()


@on_unix
def test_a_build_that_is_told_to_end_cleans_up(site):
    code = (
        "import sys, signal, os, runpy\n"
        "from pathlib import Path\n"
        "from bookbuild.site import command\n"
        f"command.SITE = Path({str(site)!r})\n"
        "command.run_jupyter_book = lambda *_: os.kill(os.getpid(), signal.SIGTERM)\n"
        "sys.argv = ['bookbuild', 'site']\n"
        "runpy.run_module('bookbuild', run_name='__main__')\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 130 and run.stderr.startswith("book: stopped")
    assert list(site.parent.iterdir()) == [site]


@pytest.fixture
def published(tmp_path, monkeypatch):
    """What `publish` did, where nothing changes but what a test changes."""
    done = []
    monkeypatch.setattr(publish, "SITE", tmp_path / "html")
    monkeypatch.setattr(publish, "MADE", tmp_path / "published")
    monkeypatch.setattr(publish, "digest", lambda: "now")
    monkeypatch.setattr(publish.editions, "build", lambda: done.append("editions"))

    def build_site():
        done.append("site")
        (tmp_path / "html").mkdir(exist_ok=True)
        (tmp_path / "html/index.html").touch()

    monkeypatch.setattr(publish.site, "build", build_site)
    return done


def test_what_is_published_is_made_once(published, capsys):
    publish.main([])
    publish.main([])
    assert published == ["editions", "site"]
    assert "up to date" in capsys.readouterr().out


def test_a_site_that_was_removed_is_made_again(published, tmp_path):
    publish.main([])
    (tmp_path / "html/index.html").unlink()
    publish.main([])
    assert published == ["editions", "site"] * 2


def test_a_site_that_was_not_made_to_its_end_is_made_again(published, monkeypatch):
    def stop():
        raise BookError("no")

    with monkeypatch.context() as patch:
        patch.setattr(publish.site, "build", stop)
        with pytest.raises(BookError):
            publish.main([])
    publish.main([])
    assert published == ["editions", "editions", "site"]
