"""What a course kit is made of."""


class KitError(Exception):
    """Why no kit is made, in words for the one who asked for it."""
