"""JupyterLab for authors (`make author`): saving a notebook writes its source in book/."""

c = get_config()
c.ServerApp.ip = "127.0.0.1"
c.LabApp.default_url = "/lab/tree/notebooks"
c.JupytextConfiguration.formats = [
    "notebooks//ipynb,book/chapters//md:myst",
    "solutions//ipynb,book/exercises//md:myst",
]
# After a git checkout, or a press, the source is often the older file of the two.
c.JupytextConfiguration.outdated_text_notebook_margin = float("inf")
# What the press adds stays out of the sources, and so do jupytext's versions.
c.JupytextConfiguration.notebook_metadata_filter = (
    "-bothends,-jupytext.text_representation.jupytext_version,"
    "-jupytext.text_representation.format_version"
)
c.JupytextConfiguration.cell_metadata_filter = "-mystnb.image"
