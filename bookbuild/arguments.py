"""The arguments of a command: a mistake in them is told in a line."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import NoReturn


class Parser(ArgumentParser):
    """Reads what `python -m bookbuild NAME` is given; `text` is what its help says."""

    def __init__(self, name: str, text: str):
        prog = f"python -m bookbuild {name}"
        super().__init__(prog=prog, description=text, formatter_class=RawDescriptionHelpFormatter)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and leave with status 2."""
        self.exit(2, f"book: {' '.join(message.split())}: {self.prog} --help says what it takes\n")
