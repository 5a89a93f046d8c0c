"""How the manuscript is published: `python -m bookbuild` lists the commands.

Four rooms: `notebooks` presses sources, `site` and `editions` build what is read, and `course`
makes a kit. The modules beside them serve all four: `arguments`, `build`, `drawings`, `errors` and
`paths`; `extension` and `publish` put rooms together. A room imports nothing of another but this:

`notebooks.pressed`    the normal form of a notebook, read and written
`notebooks.source`     the cells that a source describes
`notebooks.work`       the exercises that somebody has begun to solve
`site.exercise_pages`  the cells to fill in on a page of exercises
"""

import sys

# jsonschema checks international addresses with this, which compiles a grammar for more than a
# second whenever nbformat is imported. No notebook has such an address.
sys.modules.setdefault("rfc3987_syntax", None)
