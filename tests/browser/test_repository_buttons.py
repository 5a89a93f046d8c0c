"""The buttons that need the repository's address: absent without it, right with it."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from bs4 import BeautifulSoup

from bookbuild.site.repository import offer_repository
from tests.browser.visit import ROOT, SCREENS, Visit, found_by_axe

TOC = """\
format: jb-book
root: book/notation
chapters:
  - file: notebooks/03_lookup
  - file: exercises/11_large_vocabulary
  - file: solutions/03_lookup
"""
URL = "https://github.com/someone/somewhere"
BINDER = "https://mybinder.org/v2/gh/someone/somewhere/main?urlpath=lab/tree/"
HUB = (
    "https://hub.example.org/hub/user-redirect/git-pull"
    "?repo=https%3A//github.com/someone/somewhere&urlpath=lab/tree/somewhere/"
)
COLAB = "https://colab.research.google.com/github/someone/somewhere/blob/main/"
MENU = "Open this notebook elsewhere"


@pytest.fixture(scope="module")
def launched(tmp_path_factory):
    """A small site, built as if the repository were somewhere, and a course had a hub."""
    folder = tmp_path_factory.mktemp("launched")
    config, toc = folder / "_config.yml", folder / "_toc.yml"
    settings = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    settings["repository"] = {"url": URL, "branch": "main"}
    settings["launch_buttons"]["jupyterhub_url"] = "https://hub.example.org/"
    config.write_text(yaml.safe_dump(settings), encoding="utf-8")
    toc.write_text(TOC, encoding="utf-8")
    command = [Path(sys.executable).parent / "jupyter-book", "build", ROOT]
    options = ["--path-output", folder, "--config", config, "--toc", toc]
    this_checkout = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([*command, *options], check=True, capture_output=True, env=this_checkout)
    return folder / "_build/html"


@pytest.fixture
def exercises(launched, browser, serve):
    """A page with the buttons, in a browser."""
    with browser.new_context() as context:
        visit = Visit(context.new_page(), "exercises/11_large_vocabulary.html", serve(launched))
        visit.open()
        yield visit


@pytest.mark.parametrize(
    ("url", "launchers"),
    [
        ("", []),
        (URL, ["binderhub", "colab", "jupyterhub"]),
        (f"{URL}.git", ["binderhub", "colab", "jupyterhub"]),
        (f"{URL}/", ["binderhub", "colab", "jupyterhub"]),
        ("https://gitlab.com/someone/somewhere", ["binderhub", "jupyterhub"]),
        ("https://gitlab.com/school/team/somewhere", ["jupyterhub"]),
        ("https://gitlab.school.example.org/team/somewhere", ["jupyterhub"]),
    ],
)
def test_a_launcher_is_offered_where_it_can_fetch_the_repository(url, launchers):
    addresses = dict.fromkeys(("binderhub_url", "colab_url", "jupyterhub_url"), "https://there")
    options = {"repository_url": url, "launch_buttons": addresses}
    tags = set()
    offer_repository(SimpleNamespace(tags=tags), SimpleNamespace(html_theme_options=options))
    assert sorted(name for name, there in addresses.items() if there) == [
        f"{name}_url" for name in launchers
    ]
    assert options["use_repository_button"] == options["use_issues_button"] == bool(url)
    assert tags == ({"launch"} if launchers else set())
    assert not options["repository_url"].endswith((".git", "/"))


def test_an_edition_has_no_buttons_and_keeps_the_address():
    addresses = dict.fromkeys(("binderhub_url", "colab_url", "jupyterhub_url"), "https://there")
    options = {"repository_url": URL, "launch_buttons": addresses}
    edition = SimpleNamespace(tags={"edition"})
    offer_repository(edition, SimpleNamespace(html_theme_options=options))
    assert not any(addresses.values()) and edition.tags == {"edition"}
    assert not options["use_repository_button"] and not options["use_issues_button"]
    assert options["repository_url"] == URL


@pytest.mark.parametrize(
    "page", ["notebooks/03_lookup", "exercises/11_large_vocabulary", "solutions/03_lookup"]
)
def test_each_notebook_has_its_own_addresses(launched, page):
    html = BeautifulSoup((launched / f"{page}.html").read_text(encoding="utf-8"), "html.parser")
    links = html.select(".dropdown-launch-buttons a")
    assert {link.get_text(strip=True): link["href"] for link in links} == {
        "Binder": f"{BINDER}{page}.ipynb",
        "JupyterHub": f"{HUB}{page}.ipynb&branch=main",
        "Colab": f"{COLAB}{page}.ipynb",
    }


def test_a_page_that_is_no_notebook_has_none(launched):
    for name in ("book/notation.html", "search.html", "index.html"):
        text = (launched / name).read_text(encoding="utf-8")
        assert "launch-buttons" not in text and "mybinder" not in text
    assert "someone/somewhere/issues/new" in (launched / "book/notation.html").read_text()


@pytest.mark.parametrize("screen", SCREENS)
def test_the_menu_is_opened_with_the_keyboard(exercises, screen):
    exercises.show(*SCREENS[screen])
    page = exercises.page
    button = page.get_by_role("button", name=MENU)
    button.press("Enter")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.href").startswith(BINDER)
    assert found_by_axe(page, screen=screen) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SCREENS[screen][1]
    page.keyboard.press("Escape")
    assert button.get_attribute("aria-expanded") == "false"
    assert exercises.problems == []


def test_an_exercise_that_needs_torch_names_the_way_out(exercises):
    line = exercises.page.locator(".in-jupyterlab > p").last
    assert "with the rocket at the top of this page" in line.inner_text()
