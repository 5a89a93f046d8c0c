"""The clinic as a tool: checks a reader's own model, `python -m bothends.doctor --help`.

`subject` is what is examined, `load` reads it, `ask`, `twin` and `watch` run it, each module of
`checks` looks at one end, `examine` runs them all, `report` prints and `command` is the command.
"""

from bothends.doctor.examine import Result, examine
from bothends.doctor.subject import Subject

__all__ = ["Result", "Subject", "examine"]
