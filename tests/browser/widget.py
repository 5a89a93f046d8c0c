"""A widget that runs on a page of the site, driven as a reader does."""

from functools import cached_property

from playwright.sync_api import Locator

from tests.browser.visit import Visit

FOLDER = "_static/widgets/"
MINUS = "\N{MINUS SIGN}"


def typeset(text: str) -> str:
    """Python's text as the page writes it."""
    return text.replace("-", MINUS)


def plain(text: str) -> str:
    """The page's text as Python writes it."""
    return text.replace(MINUS, "-")


class Played:
    """One widget in a tab of its own."""

    def __init__(self, visit: Visit, widget):
        self.visit, self.page, self.widget = visit, visit.page, widget
        self.page.evaluate(
            """async ([html, folder]) => {
                document.querySelector("main").innerHTML = html;
                const style = document.createElement("link");
                Object.assign(style, { rel: "stylesheet", href: folder + "widgets.css" });
                document.head.append(style);
                await import(folder + "book-widget.mjs");
            }""",
            [widget.html(), visit.site + FOLDER],
        )
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
            "(widget, state) => Object.entries(state).forEach((one) => widget.model.set(...one))",
            state,
        )

    def call(self, function: str, *arguments, module: str | None = None):
        """Call a function that the widget's module, or another, exports."""
        return self.page.evaluate(
            """async ([url, name, given]) => {
                try {
                    return (await import(url))[name](...given);
                } catch (error) {
                    return `${error.name}: ${error.message}`;
                }
            }""",
            [
                f"{self.visit.site}{FOLDER}{module or self.widget.module}.mjs",
                function,
                list(arguments),
            ],
        )
