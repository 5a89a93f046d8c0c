"""The whole kit, by its command: a site without solutions, and a package to install."""

import json
import os
import re
import subprocess
import sys
from html import unescape
from urllib.parse import unquote, urldefrag
from zipfile import ZipFile

import jupytext
import pytest

from bothends.exercises.engine.catalogue import every
from tests.browser.visit import ROOT
from tests.needs import need

TEXTS = {".html", ".ipynb", ".md", ".js", ".mjs", ".css", ".txt", ".json"}
SOLUTION = re.compile(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", re.DOTALL)


@pytest.fixture(scope="module")
def kit(tmp_path_factory):
    need((ROOT / "node_modules/pyodide").is_dir(), "no browser assets here: run make setup first")
    out = tmp_path_factory.mktemp("courses") / "kit"
    command = [sys.executable, "-m", "bookbuild", "course", out, "--seed=spring", "--chapters=03"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "begin with exercises.html" in done.stdout
    return out


@pytest.fixture(scope="module")
def texts(kit):
    """What each text file of the site says, without blanks and markup."""
    return {
        path.relative_to(kit / "site"): re.sub(r"\s", "", said(path))
        for path in (kit / "site").rglob("*")
        if path.suffix in TEXTS
    }


def said(path):
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        return "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
    return unescape(re.sub(r"<[^>]+>", "", text)) if path.suffix == ".html" else text


def test_the_kit_holds_what_the_page_says(kit):
    (package,) = kit.glob("*.whl")
    assert {path.name for path in kit.iterdir()} == {
        "course",
        "site",
        "exercises.html",
        "exercises.csv",
        "misconceptions.csv",
        package.name,
    }
    names = ZipFile(package).namelist()
    assert "bothends/exercises/engine/personal.py" in names
    assert "bothends/data/the_mill.txt" in names
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"bothends"}
    assert [path.name for path in kit.parent.iterdir()] == ["kit"]


def test_no_page_of_the_site_holds_a_solution(texts):
    solutions = [
        re.sub(r"\s", "", found)
        for source in sorted((ROOT / "book/exercises").glob("*.md"))
        for cell in jupytext.read(source).cells
        for found in SOLUTION.findall(cell.source)
    ]
    assert len(solutions) == len(every())
    assert [(page, one) for one in solutions for page, text in texts.items() if one in text] == []


def test_nothing_of_the_site_leads_to_a_solution(kit, texts):
    assert len(texts) > 100
    files = [path.name for path in (kit / "site").rglob("*")]
    assert [name for name in files if "solutions" in name or name.endswith((".pdf", ".epub"))] == []
    assert [page for page, text in texts.items() if "solutions/" in text] == []
    pages = sorted((kit / "site").rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        text = page.read_text("utf-8")
        assert "solutions/" not in text and "END SOLUTION" not in text, page
        for link in re.findall(r'<a[^>]* href="([^"#:]+)(?:#[^"]*)?"', text):
            path, _ = urldefrag(unquote(unescape(link)))
            assert (page.parent / path).exists(), (page, link)


def test_the_solutions_are_found_where_they_are():
    """The search above would find one: the book's own site is full of them."""
    page = ROOT / "solutions/03_lookup.ipynb"
    assert "returntable[ids]" in re.sub(r"\s", "", said(page))
