"""The site's address comes from one setting."""

from types import SimpleNamespace

import pytest

from bookbuild.site.address import find_address


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
