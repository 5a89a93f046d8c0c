"""The clinic as a tool: checks a reader's own model, `python -m bothends.doctor --help`.

`subject` is what is examined and `load` reads it. `forward`, `randomized_copy` and `watch` run it.
Each module of `checks` looks at one end, `examine` runs them all, `report` prints and `command` is
the command.
"""

from bothends.doctor.examine import Result, examine
from bothends.doctor.subject import Subject

__all__ = ["Result", "Subject", "examine"]
