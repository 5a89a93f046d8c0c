"""The book's Sphinx extension: what the site and the editions share, and what each has alone."""

BOTH = ("site.repository", "site.markup", "site.exercise_pages", "site.widget_pages")
SITE = (
    "site.address",
    "site.cards",
    "site.clinic_page",
    "site.edition_links",
    "site.live_exercises",
    "site.assets",
)
EDITION = ("editions.pages",)


def setup(app) -> dict:
    """Register what a build needs."""
    for name in BOTH + (EDITION if "edition" in app.tags else SITE):
        app.setup_extension(f"bookbuild.{name}")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
