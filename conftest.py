"""What nbval must not touch: a learner's solutions, except in CI, and a learner's progress."""

import os

import pytest

from bookbuild.notebooks.page import learners_work

YOURS = pytest.StashKey[list]()


def pytest_configure(config):
    """Find the solutions, and keep the progress file closed."""
    if config.getoption("nbval", False):
        os.environ["BOTHENDS_PROGRESS"] = "off"
        config.stash[YOURS] = [] if os.environ.get("CI") else learners_work(config.rootpath)
        config.option.ignore = [str(page.target) for page in config.stash[YOURS]]


def pytest_report_header(config):
    """Say what is left out."""
    return [f"{page} holds your work and is not checked" for page in config.stash.get(YOURS, [])]
