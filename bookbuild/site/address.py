"""The site's own address, which search engines and shared links need: from one setting.

It is `html.baseurl` in _config.yml or, without that, where GitHub puts the pages of
`repository.url`. While there is neither, nothing on the site claims an address. The sitemap is
written by hand, since sphinx-sitemap runs a second process and takes two packages to do it.
"""

import re
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

HEAD = """\
<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
"""
GITHUB = re.compile(r"https://github\.com/([^/]+)/([^/]+)")


def address_of(repository: str) -> str:
    """Return the address of a repository's pages, or nothing if they are not known."""
    match = GITHUB.fullmatch(repository)
    if match is None:
        return ""
    host, name = f"{match[1].lower()}.github.io", match[2]
    return f"https://{host}/" if name.lower() == host else f"https://{host}/{name}/"


def find_address(app, config) -> None:
    """Set the address, with a slash at its end; Sphinx makes canonical links of it."""
    base = config.html_baseurl or address_of(config.html_theme_options.get("repository_url", ""))
    config.html_baseurl = f"{base.rstrip('/')}/" if base else ""


def write_sitemap(app, error: Exception | None) -> None:
    """List the pages for search engines, which look for robots.txt at the root of a host."""
    base, out = app.config.html_baseurl, Path(app.outdir)
    if error or not base:
        return
    pages = (escape(base + app.builder.get_target_uri(page)) for page in app.env.found_docs)
    urls = "".join(f"<url><loc>{page}</loc></url>\n" for page in sorted(pages))
    (out / "sitemap.xml").write_text(f"{HEAD}{urls}</urlset>\n", encoding="utf-8")
    if urlsplit(base).path == "/":
        robots = f"User-agent: *\nAllow: /\nSitemap: {base}sitemap.xml\n"
        (out / "robots.txt").write_text(robots, encoding="utf-8")


def setup(app) -> None:
    """Find the address when the repository's own is known in its plain form; list its pages."""
    app.connect("config-inited", find_address, priority=600)
    app.connect("build-finished", write_sitemap)
