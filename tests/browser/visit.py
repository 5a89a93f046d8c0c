"""The built site's pages, and a visit to one of them."""

from dataclasses import dataclass, field

from playwright.sync_api import Page

from bookbuild.paths import ROOT
from tests.needs import need

SITE = ROOT / "_build" / "html"
START = "book/index.html"
AXE = ROOT / "node_modules/axe-core/axe.min.js"
SCREENS = {"desk": ("light", 1280), "phone": ("dark", 360)}
PAGES = sorted(
    name
    for name in (path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html"))
    if name != "index.html" and not name.startswith("_static/")
)
AT_ONCE = "*, ::before, ::after { transition: none !important; animation: none !important }"
# On a desk every rule is asked; on a phone, those that the other colors and the width can break.
RULES = {"phone": ["color-contrast", "scrollable-region-focusable", "target-size"]}
QUICK = {"resultTypes": ["violations"], "selectors": False, "preload": False}
# What scrolls, the theme makes a tab stop, a while after the width has changed.
TAB_STOPS = """() => [
    ...document.querySelectorAll("pre, .cell_output > .output, .pst-scrollable-table-container"),
].every((one) => one.scrollWidth <= one.clientWidth || one.tabIndex === 0)"""
# Of the tokens of a page's code, thousands that differ in their text alone, one of a kind stays.
ONE_OF_A_KIND = """() => {
    const seen = new Set();
    for (const code of document.querySelectorAll("pre")) {
        const paper = getComputedStyle(code).backgroundColor;
        for (const token of code.querySelectorAll("span")) {
            const kind = `${token.className} on ${paper}`;
            if (seen.has(kind)) token.replaceWith(...token.childNodes);
            seen.add(kind);
        }
        code.normalize();
    }
}"""


@dataclass
class Visit:
    """One page in a tab, and everything that went wrong while it was open."""

    page: Page
    name: str
    site: str
    problems: list[str] = field(default_factory=list)
    status: int = 0

    def open(self) -> None:
        for event, listener in self._listeners():
            self.page.on(event, listener)
        self.status = self.page.goto(self.site + self.name, wait_until="load").status
        self.page.evaluate("window.MathJax?.startup.promise")

    def leave(self) -> None:
        """Let another visit have the tab."""
        for event, listener in self._listeners():
            self.page.remove_listener(event, listener)

    def show(self, colors: str, width: int) -> None:
        """Look at the page in a color scheme, on a screen so many pixels wide."""
        self.page.add_style_tag(content=AT_ONCE)
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme=colors)
        self.page.wait_for_function(f"document.documentElement.dataset.theme === '{colors}'")
        self.page.wait_for_function(TAB_STOPS)

    def _listeners(self):
        return [
            ("console", self._says),
            ("pageerror", self._stumbles),
            ("requestfailed", self._fails),
            ("request", self._stays_here),
        ]

    def _says(self, message) -> None:
        if message.type == "error":
            self.problems.append(message.text)

    def _stumbles(self, error) -> None:
        self.problems.append(str(error))

    def _fails(self, request) -> None:
        if request.failure != "net::ERR_ABORTED":  # given up because the visitor moved on
            self.problems.append(f"{request.failure}: {request.url}")

    def _stays_here(self, request) -> None:
        if not request.url.startswith((self.site, "data:", "blob:")):
            self.problems.append(f"leaves the site: {request.url}")


def found_by_axe(page: Page, part: str | None = None, screen: str = "desk") -> list:
    """Return (rule, nodes) for what axe-core finds wrong with a page, or with a part of it."""
    need(AXE.exists(), "axe-core is not here: run make setup first")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
        page.evaluate(ONE_OF_A_KIND)
    options = QUICK | ({"runOnly": RULES[screen]} if screen in RULES else {})
    run = "([part, how]) => axe.run(part ?? document, how).then(result => result.violations)"
    found = page.evaluate(run, [part, options])
    return [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found]
