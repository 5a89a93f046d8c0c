"""The one command line: `python -m bookbuild COMMAND`.

notebooks  press the sources in book/ into notebooks
editions   make the EPUB and the PDF
site       build the site
publish    make the editions and the site, if something changed since they were made
serve      show the built site on this machine
course     make a course kit

Each says more with --help.
"""

import signal
import sys
from importlib import import_module

from bookbuild.errors import BookError

COMMANDS = {
    "notebooks": "bookbuild.notebooks.command",
    "editions": "bookbuild.editions.command",
    "site": "bookbuild.site.command",
    "publish": "bookbuild.publish",
    "serve": "bookbuild.site.serve",
    "course": "bookbuild.course.command",
}


def main(arguments: list[str]) -> int:
    """Run the command that the arguments name, and return the exit status."""
    name, *rest = arguments or ["--help"]
    if name in ("-h", "--help"):
        print(__doc__, end="")
        return 0
    if name not in COMMANDS:
        return refuse(f"{name!r} is no command: there are {', '.join(COMMANDS)}")
    try:
        return import_module(COMMANDS[name]).main(rest)
    except BookError as why:
        return refuse(str(why))
    except OSError as why:
        place = f"{why.filename}: " if why.filename else ""
        return refuse(f"{place}{why.strerror or why}: mend that, and run the same command again")
    except KeyboardInterrupt:
        print("book: stopped; what was there is whole, the old or the new", file=sys.stderr)
        return 130


def refuse(words: str) -> int:
    """Say in a line why nothing is done, and return the exit status."""
    print(f"book: {' '.join(words.split())}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # half a build is cleaned up
    sys.exit(main(sys.argv[1:]))
