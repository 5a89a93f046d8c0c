"""The site's address comes from one setting."""

from types import SimpleNamespace

import pytest

from bookbuild.site.address import find_address, write_sitemap


def found(base: str, repository: str) -> str:
    config = SimpleNamespace(html_baseurl=base, html_theme_options={"repository_url": repository})
    find_address(None, config)
    return config.html_baseurl


@pytest.mark.parametrize(
    ("base", "repository", "address"),
    [
        ("", "", ""),
        ("", "https://github.com/Someone/somewhere", "https://someone.github.io/somewhere/"),
        ("", "https://github.com/someone/someone.github.io", "https://someone.github.io/"),
        ("", "https://git.example.org/someone/somewhere", ""),
        ("https://example.org/book", "https://github.com/a/b", "https://example.org/book/"),
        ("https://example.org/", "", "https://example.org/"),
    ],
)
def test_the_address_is_the_setting_or_what_github_makes_of_the_repository(
    base, repository, address
):
    assert found(base, repository) == address


def test_at_the_root_of_a_host_robots_are_sent_to_the_sitemap(tmp_path):
    pages = SimpleNamespace(get_target_uri="{}.html".format)
    site = SimpleNamespace(outdir=tmp_path, builder=pages, env=SimpleNamespace(found_docs={"a"}))
    for base in ("https://example.org/", "https://example.org/book/"):
        (tmp_path / "robots.txt").unlink(missing_ok=True)
        site.config = SimpleNamespace(html_baseurl=base)
        write_sitemap(site, None)
        robots = tmp_path / "robots.txt"
        assert robots.exists() == (base == "https://example.org/")
        assert f"{base}a.html" in (tmp_path / "sitemap.xml").read_text()
        assert not robots.exists() or f"Sitemap: {base}sitemap.xml" in robots.read_text()
