"""A book of a page or two, to press in a folder of its own."""


def configure(root, url=""):
    """Say where the repository is; nowhere, as in this one."""
    settings = f"repository:\n  url: {url!r}\n  branch: main\n"
    (root / "_config.yml").write_text(settings, encoding="utf-8")
