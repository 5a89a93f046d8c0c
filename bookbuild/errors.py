"""What stops a command of the book."""


class BookError(Exception):
    """Why something is not made, in words for the one who can change that."""
