"""JupyterLab for authors (`make author`): saving a notebook writes its source in book/."""

c = get_config()
c.ServerApp.ip = "127.0.0.1"
c.LabApp.default_url = "/lab/tree/notebooks"
c.JupytextConfiguration.formats = [
    "notebooks//ipynb,book/chapters//md:myst",
    "solutions//ipynb,book/exercises//md:myst",
]
# The press writes the notebook after its source, and a git checkout writes them in any order.
c.JupytextConfiguration.outdated_text_notebook_margin = float("inf")
# An upgrade of jupytext must not change every source.
c.JupytextConfiguration.notebook_metadata_filter = (
    "-jupytext.text_representation.jupytext_version,-jupytext.text_representation.format_version"
)
