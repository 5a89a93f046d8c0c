"""The buttons that need the repository's address."""

import sys
from types import SimpleNamespace

from visit import ROOT


def offered(url: str) -> dict:
    sys.path.insert(0, str(ROOT / "book/_ext"))
    from bookext import offer_repository

    options = {"repository_url": url, "launch_buttons": {"binderhub_url": "https://mybinder.org"}}
    offer_repository(None, SimpleNamespace(html_theme_options=options))
    return options


def test_one_setting_brings_all_buttons():
    options = offered("https://github.com/someone/somewhere")
    assert options["use_repository_button"] and options["use_issues_button"]
    assert options["launch_buttons"] == {"binderhub_url": "https://mybinder.org"}


def test_without_it_they_are_absent():
    options = offered("")
    assert not options["use_repository_button"] and not options["use_issues_button"]
    assert options["launch_buttons"] == {}
