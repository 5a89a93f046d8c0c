"""The built site's pages, and a visit to one of them."""

from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
SITE = ROOT / "_build" / "html"
START = "book/index.html"
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

    def _fails(self, request) -> None:
        if request.failure != "net::ERR_ABORTED":  # given up because the visitor moved on
            self.problems.append(f"{request.failure}: {request.url}")

    def _stays_here(self, request) -> None:
        if not request.url.startswith((self.site, "data:", "blob:")):
            self.problems.append(f"leaves the site: {request.url}")
