"""JupyterLab as a learner sees it (`make lab`): no pairing, nothing for the maker of a course."""

c = get_config()
c.ServerApp.ip = "127.0.0.1"
c.LabApp.default_url = "/lab/tree/notebooks"
c.ServerApp.jpserver_extensions = {
    "jupyterlab_jupytext": False,
    "nbgrader.server_extensions.assignment_list": False,
    "nbgrader.server_extensions.course_list": False,
    "nbgrader.server_extensions.formgrader": False,
    "nbgrader.server_extensions.validate_assignment": False,
}
