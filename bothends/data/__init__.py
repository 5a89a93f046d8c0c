"""Data that ships with the book."""

from importlib.resources import files


def the_mill() -> str:
    """Return the story "The Mill", nine thousand ASCII characters written for this book."""
    return files(__name__).joinpath("the_mill.txt").read_text("utf-8")
