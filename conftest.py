"""What nbval must not touch, a learner's solutions; and the environment in which it runs cells."""

import os
from contextlib import ExitStack

import pytest

from bookbuild.errors import BookError
from bookbuild.notebooks import environment
from bookbuild.notebooks.work import learners_work

YOURS = pytest.StashKey[list]()


def pytest_configure(config):
    """Find the solutions, and let kernels start as the press starts them (workers inherit it)."""
    if not config.getoption("nbval", False) or hasattr(config, "workerinput"):
        return
    stack = ExitStack()
    try:
        config.stash[YOURS] = [] if os.environ.get("CI") else learners_work(config.rootpath)
        stack.enter_context(environment.fresh(os.environ.get("BOTHENDS_DEVICE", "cpu")))
    except BookError as why:
        raise pytest.UsageError(str(why)) from why
    config.add_cleanup(stack.close)
    config.option.ignore = [str(page.target) for page in config.stash[YOURS]]
    config.option.nbval_current_env = True


def pytest_report_header(config):
    """Say what is left out."""
    return [f"{page} holds your work and is not checked" for page in config.stash.get(YOURS, [])]
