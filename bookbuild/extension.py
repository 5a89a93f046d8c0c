"""The book's Sphinx extension: what site and editions share, and what each has alone."""

import os

SHARED = (
    "site.repository",
    "site.exercise_pages",
    "site.widget_pages",
    "site.folds",
    "site.formulas",
    "site.markup",
)
SITE = (
    "site.address",
    "site.cards",
    "site.edition_links",
    "site.live_exercises",
    "site.assets",
)
EDITION = ("editions.mathml", "editions.epub", "editions.pages")


def setup(app) -> None:
    """Register what a build needs; BOOK_EDITION asks for an edition, since no option can."""
    if os.environ.get("BOOK_EDITION"):
        app.tags.add("edition")
    for name in SHARED + (EDITION if "edition" in app.tags else SITE):
        app.setup_extension(f"bookbuild.{name}")
