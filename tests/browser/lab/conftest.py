"""A real JupyterLab with the settings of `make lab`, in folders of its own, and a real browser."""

import json

import pytest

from bookbuild.paths import ROOT
from tests.browser.lab.server import running

SETTINGS = ROOT / "bookbuild/notebooks/jupyter"


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """The address of a JupyterLab, and the folder that it shows."""
    home = tmp_path_factory.mktemp("lab")
    settings = home / "settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"fetchNews": "false", "checkForUpdates": False}))
    folder = home / "notebooks"
    folder.mkdir()
    own = {f"JUPYTER_{name}_DIR": str(home / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    own |= {"JUPYTER_CONFIG_PATH": str(SETTINGS / "lab")}
    own |= {"JUPYTERLAB_SETTINGS_DIR": str(home / "settings")}
    own |= {"JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces")}
    own |= {"BOTHENDS_PROGRESS": str(home / "progress.json"), "PYTHONPATH": str(ROOT)}
    with running(folder, own) as address:
        yield address, folder


@pytest.fixture(scope="session")
def page(browser):
    """A tab for JupyterLab, which compiles its scripts once."""
    with browser.new_context(viewport={"width": 1280, "height": 1000}) as context:
        yield context.new_page()
