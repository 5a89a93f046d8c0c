"""The book's Sphinx extension: what the site and the editions share, and what each has alone."""

BOTH = ("repository", "markup", "exercise_pages", "widget_pages")
SITE = ("address", "cards", "clinic_page", "edition_links", "live_exercises", "site_assets")
EDITION = ("bindery.pages",)


def setup(app) -> dict:
    """Register the extensions beside this one that a build needs."""
    for name in BOTH + (EDITION if "edition" in app.tags else SITE):
        app.setup_extension(name)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
