"""The buttons that need the repository's address: absent without it."""

import re

# The repositories that each launcher can fetch.
FETCHES = {
    "binderhub_url": r"https://(github|gitlab)\.com/[^/]+/[^/]+",
    "colab_url": r"https://github\.com/[^/]+/[^/]+",
    "jupyterhub_url": r".+",
}


def offer_repository(app, config) -> None:
    """Show the repository, issue and launch buttons if, and only if, the repository has a URL.

    Then the tag `launch` is set, too, for sentences that need the buttons. An edition has none.
    """
    options = config.html_theme_options
    url = options.get("repository_url", "").rstrip("/").removesuffix(".git")
    options["repository_url"] = url
    known = bool(url) and "edition" not in app.tags
    options.update(use_repository_button=known, use_issues_button=known)
    launchers = options["launch_buttons"]
    for name, repositories in FETCHES.items():
        if not known or not re.fullmatch(repositories, url):
            launchers[name] = ""
    if any(launchers.get(name) for name in FETCHES):
        app.tags.add("launch")


def plain_menus(app, page, template, context, doctree) -> None:
    """Leave words in the theme's menus: logos need words too, and a tooltip repeats them."""
    for menu in context.get("header_buttons", []):
        if menu.get("label") == "launch-buttons":
            menu["tooltip"] = "Open this notebook elsewhere"
        for button in menu.get("buttons", []):
            button.update(icon=None, tooltip=None)


def setup(app) -> None:
    """Decide on the buttons when the settings are known, and change the theme's menus after it."""
    app.connect("config-inited", offer_repository)
    app.connect("html-page-context", plain_menus, priority=900)
