"""How the manuscript is published: `python -m bookbuild` lists the commands.

`notebooks` presses sources, `site` and `editions` build what is read, `course` makes a kit. None of
them imports another's modules but these: `paths`, `drawings`, `notebooks.pressed`,
`notebooks.source`, `notebooks.page`, and `site.live_exercises`.
"""
