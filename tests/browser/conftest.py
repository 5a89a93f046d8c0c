"""A browser, and the built site under a sub-path, as a project page on the web is served."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import chromium
from tests.browser.visit import PAGES, SITE, START, Visit
from tests.browser.widget import play, stage  # noqa: F401
from tests.needs import need

# Before the first script of a page that is to be a first visit.
FRESH = "as if nothing had been kept"
FORGET = f"""if (window.name === "{FRESH}") {{
    window.name = "";
    localStorage.clear();
    sessionStorage.clear();
}}"""


class SubPath(SimpleHTTPRequestHandler):
    """Serve the site at /site/ and nothing elsewhere."""

    def translate_path(self, path):
        inside = path.startswith("/site/")
        return super().translate_path(path.removeprefix("/site") if inside else "/no-such-file")

    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def serve() -> Iterator[Callable[[Path], str]]:
    """Serve a built site, and give its address, with a slash at its end."""
    with ExitStack() as servers:

        def serve(folder: Path) -> str:
            handler = partial(SubPath, directory=folder)
            server = servers.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), handler))
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            servers.callback(thread.join)
            servers.callback(server.shutdown)
            return f"http://127.0.0.1:{server.server_port}/site/"

        yield serve


@pytest.fixture(scope="session")
def site(serve) -> str:
    """The address of the book's site."""
    need((SITE / START).exists(), "the site is not built: run make book first")
    return serve(SITE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def tab(browser) -> Iterator[Page]:
    """The tab that most tests share: in a new one every script is compiled anew, for a second."""
    with browser.new_context(color_scheme="light") as context:
        context.add_init_script(FORGET)
        yield context.new_page()


@contextmanager
def first_visit(tab: Page, name: str, site: str) -> Iterator[Visit]:
    """Open a page as who never was here, on a wide screen in light; give the tab back as it was."""
    tab.evaluate(f"window.name = '{FRESH}'")
    visit = Visit(tab, name, site)
    visit.open()
    yield visit
    visit.leave()
    for page in tab.context.pages:
        if page is not tab:
            page.close()
    tab.set_viewport_size({"width": 1280, "height": 720})
    tab.emulate_media(media="screen", color_scheme="light")


@pytest.fixture
def open_page(tab, site) -> Iterator[Callable[[str], Visit]]:
    """Open a page by its name."""
    with ExitStack() as visits:
        yield lambda name: visits.enter_context(first_visit(tab, name, site))


@pytest.fixture(scope="module", params=PAGES or [START])
def visit(request, tab, site) -> Iterator[Visit]:
    """Each page of the site in turn."""
    with first_visit(tab, request.param, site) as visit:
        yield visit


@pytest.fixture(scope="session")
def plain(browser, site) -> Iterator[Callable[[str], Page]]:
    """Open a page in a browser without JavaScript."""
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()

        def plain(name: str) -> Page:
            page.emulate_media(media="screen")
            page.goto(site + name)
            return page

        yield plain
