"""The built site's pages, and a visit to one of them."""

from dataclasses import dataclass, field

from playwright.sync_api import Page

from bookbuild.paths import ROOT
from tests.needs import need

SITE = ROOT / "_build" / "html"
START = "book/index.html"
AXE = ROOT / "node_modules/axe-core/axe.min.js"
SCREENS = {"light": ("light", 1280), "dark": ("dark", 1280), "narrow": ("light", 360)}
PAGES = sorted(
    name
    for name in (path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html"))
    if name != "index.html" and not name.startswith("_static/")
)


@dataclass
class Visit:
    """One page in a tab of its own, and everything that went wrong while it was open."""

    page: Page
    name: str
    site: str
    problems: list[str] = field(default_factory=list)
    status: int = 0

    def open(self) -> None:
        self.page.on("console", lambda m: m.type == "error" and self.problems.append(m.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("requestfailed", self._fails)
        self.page.on("request", self._stays_here)
        self.status = self.page.goto(self.site + self.name, wait_until="load").status
        self.page.evaluate("window.MathJax?.startup.promise")

    def show(self, screen: str) -> None:
        """Look at the page on one of SCREENS."""
        colors, width = SCREENS[screen]
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme=colors)
        self.page.wait_for_function(f"document.documentElement.dataset.theme === '{colors}'")
        self.page.wait_for_timeout(400)  # colors fade, and tab stops follow the width after 300 ms

    def _fails(self, request) -> None:
        if request.failure != "net::ERR_ABORTED":  # given up because the visitor moved on
            self.problems.append(f"{request.failure}: {request.url}")

    def _stays_here(self, request) -> None:
        if not request.url.startswith((self.site, "data:", "blob:")):
            self.problems.append(f"leaves the site: {request.url}")


def found_by_axe(page: Page, part: str | None = None) -> list[tuple[str, list[str]]]:
    """What axe-core finds wrong with a page, or with the part that a selector names."""
    need(AXE.exists(), "axe-core is not here: run make setup first")
    page.evaluate(AXE.read_text())
    run = "part => axe.run(part ?? document).then(result => result.violations)"
    found = page.evaluate(run, part)
    return [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found]
