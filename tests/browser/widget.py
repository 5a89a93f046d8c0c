"""A widget that runs on a page of the site, driven as a reader does."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cached_property

import pytest
import torch
from playwright.sync_api import Browser, BrowserContext, Locator
from torch import Tensor

from bothends.widgets.base import BookWidget
from tests.browser.visit import SITE, START, Visit

FOLDER = "_static/widgets/"
STAGE = "book/stage.html"
MINUS = "\N{MINUS SIGN}"


def typeset(text: str) -> str:
    """Python's text as the page writes it."""
    return text.replace("-", MINUS)


def plain(text: str) -> str:
    """The page's text as Python writes it."""
    return text.replace(MINUS, "-")


def stage_in(context: BrowserContext, site: str) -> Visit:
    """Open a page with the styles of the site's pages, and of their scripts the widgets' host."""
    styles = re.findall(r'<link[^>]*rel="stylesheet"[^>]*>', (SITE / START).read_text())
    html = f"""<!doctype html><html lang="en" data-theme="light"><title>Stage</title>
        {"".join(styles)}<link rel="stylesheet" href="{site}{FOLDER}widgets.css">
        <script type="module" src="{site}{FOLDER}book-widget.mjs"></script>
        <meta name="viewport" content="width=device-width"><main class="bd-main"></main>"""
    visit = Visit(context.new_page(), STAGE, site)
    visit.page.route(site + STAGE, lambda it: it.fulfill(body=html, content_type="text/html"))
    visit.open()
    return visit


@pytest.fixture(scope="module")
def stage(browser: Browser, site: str) -> Iterator[Visit]:
    """One tab for the tests of a module."""
    with browser.new_context(reduced_motion="reduce") as context:
        yield stage_in(context, site)


@pytest.fixture
def play(stage: Visit) -> Callable[[BookWidget], "Played"]:
    """Put a widget on the stage in place of the last one, and wait until it runs."""
    stage.problems.clear()
    stage.page.emulate_media(media="screen")
    stage.page.set_viewport_size({"width": 1280, "height": 720})
    return lambda widget: Played(stage, widget)


def close(found, expected: Tensor, tolerance: float = 1e-12) -> None:
    """The page's numbers are the package's."""
    found = torch.as_tensor(found, dtype=expected.dtype)
    torch.testing.assert_close(found, expected, rtol=tolerance, atol=tolerance)


class Played:
    """One widget on the stage."""

    def __init__(self, stage: Visit, widget: BookWidget):
        self.visit, self.page, self.widget = stage, stage.page, widget
        put = "html => { document.querySelector('main').innerHTML = html }"
        self.page.evaluate(put, widget.html())
        self.page.locator("book-widget[data-now=ready]").wait_for()

    @cached_property
    def box(self) -> Locator:
        return self.page.locator("book-widget")

    @property
    def words(self) -> str:
        """What a screen reader is told."""
        return self.box.get_by_role("status").inner_text()

    def state(self, name: str):
        return self.box.evaluate("(widget, name) => widget.model.get(name)", name)

    def set(self, **state) -> None:
        """Change the state as Python does in JupyterLab."""
        self.box.evaluate(
            "(widget, state) => Object.entries(JSON.parse(state))"
            ".forEach((one) => widget.model.set(...one))",
            json.dumps(state),
        )

    def numbers(self, marks: str, name: str) -> list[float]:
        """An attribute of all marks of a picture that a selector finds."""
        read = "(all, name) => all.map((mark) => Number(mark.getAttribute(name)))"
        return self.box.locator(marks).evaluate_all(read, name)

    def cells(self, table: str) -> list[list[float]]:
        """The numbers of a table."""
        read = "all => all.map((row) => [...row.querySelectorAll('td')].map((td) => td.innerText))"
        rows = self.box.locator(f"{table} tbody tr").evaluate_all(read)
        return [[float(plain(cell)) for cell in row] for row in rows]

    def call(self, function: str, *arguments, module: str | None = None):
        """Call a function that the widget's module, or another, exports."""
        return self.each(function, [arguments], module)[0]

    def each(self, function: str, calls: list[tuple], module: str | None = None) -> list:
        """Call it with each of these arguments; an error is its name and message."""
        url = f"{self.visit.site}{FOLDER}{module or self.widget.module}.mjs"
        return self.page.evaluate(
            """async ([url, name, calls]) => {
                const { [name]: act } = await import(url);
                return JSON.parse(calls).map((given) => {
                    try {
                        return act(...given);
                    } catch (error) {
                        return `${error.name}: ${error.message}`;
                    }
                });
            }""",
            [url, function, json.dumps(calls)],
        )
