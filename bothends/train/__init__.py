"""Training `TinyGPT` on a text: `python -m bothends.train my_model`, or step by step in a notebook.

`settings` are the numbers of a run, `run` is a training that can be stopped and taken up again,
`team` is how one process or several share a step, `checkpoint` what a run leaves on disk, and
`command` the program.
"""

from bothends.train.checkpoint import load, restore, save
from bothends.train.run import Run, draw
from bothends.train.settings import Settings, read_text

__all__ = ["Run", "Settings", "draw", "load", "read_text", "restore", "save"]
