"""What nbval must not touch, a learner's solutions; and the environment in which it runs cells."""

import os
from contextlib import ExitStack

import pytest

from bookbuild.errors import BookError
from bookbuild.notebooks import environment
from bookbuild.notebooks.work import learners_work

YOURS = pytest.StashKey[list[str]]()


def pytest_configure(config):
    """Find the solutions, and let kernels start as the press starts them."""
    if not config.getoption("nbval", False):
        return
    worker = getattr(config, "workerinput", None)  # it inherits the environment
    config.stash[YOURS] = worker["yours"] if worker else prepare(config)
    config.option.ignore = [str(config.rootpath / name) for name in config.stash[YOURS]]
    config.option.nbval_current_env = True


def prepare(config) -> list[str]:
    """Enter the environment until pytest ends, and return the files that hold solutions."""
    stack = ExitStack()
    try:
        yours = [] if os.environ.get("CI") else learners_work(config.rootpath)
        stack.enter_context(environment.fresh(os.environ.get("BOTHENDS_DEVICE", "cpu")))
    except BookError as why:
        raise pytest.UsageError(str(why)) from why
    config.add_cleanup(stack.close)
    return [str(page) for page in yours]


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """Tell a worker of pytest-xdist what to leave out."""
    node.workerinput["yours"] = node.config.stash.get(YOURS, [])


def pytest_report_header(config):
    """Say what is left out."""
    return [f"{name} holds your work and is not checked" for name in config.stash.get(YOURS, [])]
