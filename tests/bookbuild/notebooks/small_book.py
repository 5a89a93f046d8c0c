"""A book of a page or two, to press in a folder of its own."""

import subprocess

import nbformat

HEADER = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3 (ipykernel)
  language: python
  name: python3
---

# A page
"""
CHAPTER = """
```{code-cell} ipython3
import os

from bothends.exercises.engine import format

print(os.path.basename(os.getcwd()), format.__name__)
```

```{code-cell} ipython3
:tags: [hide-input]

class Picture:
    def __repr__(self):
        return "nothing"

    def _repr_mimebundle_(self, **_):
        return {"image/svg+xml": "<svg/>"}, {"image/svg+xml": {"alt": "Nothing is drawn here."}}


Picture()
```
"""
EXERCISE = '''
```{code-cell} ipython3
---
nbgrader:
  grade: false
  grade_id: double
  locked: false
  schema_version: 3
  solution: true
---
def double(x):
    """Return twice x."""
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION
```

```{code-cell} ipython3
---
nbgrader:
  grade: true
  grade_id: check-double
  locked: true
  points: 2
  schema_version: 3
  solution: false
---
try:
    result = double(2) == 4
except NotImplementedError:
    result = None
### BEGIN HIDDEN TESTS
assert result
### END HIDDEN TESTS
```
'''
MODULE = "bothends/exercises/engine/format.py"  # imports nothing, so that kernels start fast
CHAPTER_PAGE, STUB = "notebooks/01_page.ipynb", "exercises/01_task.ipynb"
NEW_STUB, SOLUTION = "exercises/01_task.new.ipynb", "solutions/01_task.ipynb"


def write(root, name, text):
    path = root / "book" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEADER + text, encoding="utf-8")


def read(root, name):
    return nbformat.read(root / name, as_version=4)


def change(root, name, index, edit):
    """Change one cell of a notebook, as JupyterLab does when it saves."""
    notebook = read(root, name)
    edit(notebook.cells[index])
    nbformat.write(notebook, root / name)


def solve(root):
    change(root, STUB, 1, lambda cell: cell.update(source="def double(x):\n    return x + x"))


def make(root, url=""):
    """Write the sources of one chapter and one exercise, and the module that the first imports."""
    configure(root, url)
    write(root, "chapters/01_page.md", CHAPTER)
    write(root, "exercises/01_task.md", EXERCISE)
    (root / MODULE).parent.mkdir(parents=True)
    (root / MODULE).write_text("rows = 4\n")
    return root


def configure(root, url=""):
    """Say where the repository is; nowhere, as in this one."""
    settings = f"repository:\n  url: {url!r}\n  branch: main\n"
    (root / "_config.yml").write_text(settings, encoding="utf-8")


def git(where, *arguments):
    identity = ("-c", "user.name=Reader", "-c", "user.email=reader@example.org")
    command = ("git", "-C", str(where), *identity, *arguments)
    return subprocess.run(command, capture_output=True, text=True)
