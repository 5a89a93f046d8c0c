"""A notebook in JupyterLab, driven as a learner does."""

IDLE = "window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"


class Notebook:
    """A notebook that is open in JupyterLab."""

    def __init__(self, page, address, name):
        self.page = page
        page.goto(f"{address}/lab/tree/{name}?reset")
        page.wait_for_function(IDLE, timeout=90_000)
        self.cells = page.locator(".jp-CodeCell")

    def run_all(self):
        self.page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")

    def cell(self, text):
        return self.cells.filter(has_text=text).first

    def write_and_run(self, cell, source):
        """Replace a cell's text as a learner does, and run it."""
        cell.scroll_into_view_if_needed()
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(source)
        self.page.keyboard.press("Control+Enter")

    def run(self, cell):
        cell.scroll_into_view_if_needed()
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")
