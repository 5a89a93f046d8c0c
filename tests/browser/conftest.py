"""A browser, and the built site under a sub-path, as a project page on the web is served."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import chromium
from tests.browser.visit import PAGES, SITE, START, Visit
from tests.browser.widget import Played
from tests.needs import need


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


@pytest.fixture
def open_page(browser, site):
    """Open a page by its name in a fresh profile."""
    contexts = []

    def open_page(name: str) -> Visit:
        contexts.append(browser.new_context(color_scheme="light"))
        visit = Visit(contexts[-1].new_page(), name, site)
        visit.open()
        return visit

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="module", params=PAGES or [START])
def visit(request, browser, site) -> Visit:
    """Each page of the site in turn, open on a wide screen in light."""
    with browser.new_context(color_scheme="light") as context:
        visit = Visit(context.new_page(), request.param, site)
        visit.open()
        yield visit


@pytest.fixture
def play(open_page):
    """Put a widget on a page of the site, as the site does it, and wait until it runs."""

    def play(widget) -> Played:
        return Played(open_page(START), widget)

    return play
