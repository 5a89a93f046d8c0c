"""`make lab` and `make author` start JupyterLab with these settings: do they do what they say?"""

import json
import re
import shutil
from pathlib import Path
from urllib.request import Request, urlopen

from bookbuild.paths import ROOT
from tests.browser.lab.conftest import SETTINGS
from tests.browser.lab.server import running

PAGE, SOURCE = "notebooks/03_lookup.ipynb", "book/chapters/03_lookup.md"


def ask(url: str, body: dict | None = None) -> bytes:
    headers = {"Content-Type": "application/json"}
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


def copy_page(folder: Path) -> None:
    """Put one page and its source where a JupyterLab shows them."""
    for name in (PAGE, SOURCE):
        (folder / name).parent.mkdir(parents=True)
        shutil.copy(ROOT / name, folder / name)


def test_author_writes_the_source_and_nothing_but_the_edit(tmp_path):
    before = (ROOT / SOURCE).read_text(encoding="utf-8")
    copy_page(tmp_path)
    with running(tmp_path, {"JUPYTER_CONFIG_PATH": str(SETTINGS / "author")}) as lab:
        append(lab, "\n\nA new sentence.")
    after = (tmp_path / SOURCE).read_text(encoding="utf-8")
    assert "\nA new sentence.\n\n" in after
    assert after.replace("\nA new sentence.\n", "", 1) == before


def test_lab_leaves_the_source_alone_and_shows_no_tools_of_authors(lab):
    address, folder = lab
    copy_page(folder)
    append(address, "\n\nA new sentence.")
    assert (folder / SOURCE).read_bytes() == (ROOT / SOURCE).read_bytes()
    assert "A new sentence." in (folder / PAGE).read_text(encoding="utf-8")
    page = ask(f"{address}/lab").decode()
    off = re.search(r'"disabledExtensions": (\[.*?\])', page).group(1)
    assert {"@jupyter/nbgrader", "jupyterlab-jupytext"} <= set(json.loads(off))
