"""The site's own address, which search engines and shared links need: from one setting.

It is `html.baseurl` in _config.yml or, without that, where GitHub puts the pages of
`repository.url`. While there is neither, nothing on the site claims an address.
"""

import re
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

GITHUB = re.compile(r"https://github\.com/([^/]+)/([^/]+)")


def address_of(repository: str) -> str:
    """Return the address of a repository's pages, or nothing if they are not known."""
    match = GITHUB.fullmatch(repository)
    if match is None:
        return ""
    owner, name = match[1].lower(), match[2]
    return f"https://{owner}.github.io/" + (
        "" if name.lower() == f"{owner}.github.io" else f"{name}/"
    )


def find_address(app, config) -> None:
    """Set the address, with a slash at its end; Sphinx makes canonical links of it."""
    base = config.html_baseurl or address_of(config.html_theme_options.get("repository_url", ""))
    config.html_baseurl = f"{base.rstrip('/')}/" if base else ""


def write_sitemap(app, error: Exception | None) -> None:
    """List the pages for search engines, which look for robots.txt at the root of a host."""
    base = app.config.html_baseurl
    if error or not base:
        return
    pages = (f"{base}{app.builder.get_target_uri(page)}" for page in sorted(app.env.found_docs))
    urls = "".join(f"<url><loc>{escape(page)}</loc></url>\n" for page in pages)
    schema = "http://www.sitemaps.org/schemas/sitemap/0.9"
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    out = Path(app.outdir)
    sitemap = f'{head}<urlset xmlns="{schema}">\n{urls}</urlset>\n'
    (out / "sitemap.xml").write_text(sitemap, encoding="utf-8")
    if urlsplit(base).path == "/":
        robots = f"User-agent: *\nAllow: /\nSitemap: {base}sitemap.xml\n"
        (out / "robots.txt").write_text(robots, encoding="utf-8")


def setup(app) -> dict:
    """Register both; the repository's own address is made plain before."""
    app.connect("config-inited", find_address, priority=600)
    app.connect("build-finished", write_sitemap)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
