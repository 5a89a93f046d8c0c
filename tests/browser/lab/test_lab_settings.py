"""`make lab` and `make author` start JupyterLab with these settings: do they do what they say?"""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

from bookbuild.paths import ROOT
from tests.browser.lab.server import running

PAGE, SOURCE = "notebooks/02_lookup.ipynb", "book/chapters/02_lookup.md"


def ask(url: str, body: dict | None = None) -> bytes:
    headers = {"Authorization": "token secret", "Content-Type": "application/json"}
    data = json.dumps(body).encode() if body else None
    method = "PUT" if body else "GET"
    with urlopen(Request(url, data, headers, method=method)) as answer:
        return answer.read()


def append(lab: str, text: str) -> None:
    """Write `text` below the first cell of the page, and save, as a browser does."""
    url = f"{lab}/api/contents/{PAGE}"
    page = json.loads(ask(f"{url}?type=notebook"))
    page["content"]["cells"][0]["source"] += text
    ask(url, {"type": "notebook", "format": "json", "content": page["content"]})


@contextmanager
def opened(root: Path, settings: str) -> Iterator[str]:
    """The address of a JupyterLab on a copy of one page and its source."""
    for name in (PAGE, SOURCE):
        (root / name).parent.mkdir(parents=True)
        shutil.copy(ROOT / name, root / name)
    shutil.copytree(ROOT / "bookbuild/notebooks/jupyter", root / "bookbuild/notebooks/jupyter")
    with running(
        root, {"JUPYTER_CONFIG_PATH": f"bookbuild/notebooks/jupyter/{settings}"}, "secret"
    ) as lab:
        yield lab


def test_author_writes_the_source_and_nothing_but_the_edit(tmp_path):
    before = (ROOT / SOURCE).read_text(encoding="utf-8")
    with opened(tmp_path, "author") as lab:
        append(lab, "\n\nA new sentence.")
    after = (tmp_path / SOURCE).read_text(encoding="utf-8")
    assert "\nA new sentence.\n\n" in after
    assert after.replace("\nA new sentence.\n", "", 1) == before


def test_lab_leaves_the_source_alone_and_shows_no_tools_of_authors(tmp_path):
    with opened(tmp_path, "lab") as lab:
        append(lab, "\n\nA new sentence.")
        page = ask(f"{lab}/lab").decode()
    assert (tmp_path / SOURCE).read_bytes() == (ROOT / SOURCE).read_bytes()
    assert "A new sentence." in (tmp_path / PAGE).read_text(encoding="utf-8")
    off = re.search(r'"disabledExtensions": (\[.*?\])', page).group(1)
    assert {"@jupyter/nbgrader", "jupyterlab-jupytext"} <= set(json.loads(off))
