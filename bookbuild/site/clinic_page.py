"""The clinic's filter: its script and its style, on the clinic's page and on no other."""

PAGE = "notebooks/17_clinic"


def add_filter(app, page, template, context, doctree) -> None:
    """Load both where the entries are."""
    if page == PAGE:
        app.add_css_file("clinic.css")
        app.add_js_file("clinic.mjs", type="module")


def setup(app) -> dict:
    """Register the filter."""
    app.connect("html-page-context", add_filter)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
